-- A wholesaler in mixed case: sales and purchase orders of nearly the same shape, a status column and a table of statuses, a
-- copy of the client's name on each order, units in names, two dates per order, prices that are kept in two places.
CREATE TABLE "Client"("ClientId" int primary key, "ClientName" text not null, "Country" text, "Segment" text, "CreditLimitEur" numeric(12,2), "CreatedAt" timestamp not null, "IsBlocked" boolean not null);
CREATE TABLE "Supplier"("SupplierId" int primary key, "SupplierName" text not null, "Country" text, "LeadTimeDays" int);
CREATE TABLE "OrderStatus"("StatusCode" text primary key, "Description" text not null, "IsFinal" boolean not null);
CREATE TABLE "Item"("ItemId" int primary key, "ItemName" text not null, "Category" text not null, "WeightKg" numeric(8,2), "ListPriceEur" numeric(10,2), "StandardCostEur" numeric(10,2), "SupplierId" int references "Supplier", "DiscontinuedOn" date);
CREATE TABLE "SalesOrder"("OrderId" int primary key, "ClientId" int not null references "Client", "ClientName" text not null, "StatusCode" text not null references "OrderStatus", "OrderedOn" date not null, "ShippedOn" date, "TotalEur" numeric(12,2) not null, "SalesRepId" int);
CREATE TABLE "SalesOrderLine"("LineId" int primary key, "OrderId" int not null references "SalesOrder", "ItemId" int not null references "Item", "Quantity" int not null, "UnitPriceEur" numeric(10,2) not null);
CREATE TABLE "PurchaseOrder"("OrderId" int primary key, "SupplierId" int not null references "Supplier", "StatusCode" text not null references "OrderStatus", "OrderedOn" date not null, "ReceivedOn" date, "TotalEur" numeric(12,2) not null);
CREATE TABLE "PurchaseOrderLine"("LineId" int primary key, "OrderId" int not null references "PurchaseOrder", "ItemId" int not null references "Item", "Quantity" int not null, "UnitCostEur" numeric(10,2) not null);
CREATE TABLE "Employee"("EmployeeId" int primary key, "FirstName" text not null, "LastName" text not null, "HiredOn" date, "ManagerId" int references "Employee", "Team" text);
ALTER TABLE "SalesOrder" ADD FOREIGN KEY ("SalesRepId") REFERENCES "Employee";
CREATE TABLE "Warehouse"("WarehouseId" int primary key, "WarehouseName" text not null, "City" text);
CREATE TABLE "StockLevel"("WarehouseId" int references "Warehouse", "ItemId" int references "Item", "Quantity" int not null, "MinQuantity" int not null, primary key("WarehouseId","ItemId"));
CREATE VIEW "ClientOrderSummary" AS SELECT "ClientId", "ClientName", count(*) AS "Orders", sum("TotalEur") AS "Revenue" FROM "SalesOrder" GROUP BY 1, 2;
INSERT INTO "Client" SELECT i, (array['Alder','Birch','Cedar','Dogwood','Elm'])[1+i%5]||' '||(array['Ltd','GmbH','SARL'])[1+i%3]||' '||i, (array['Germany','France','Italy','Poland',NULL])[1+i%5], (array['Retail','Industry','Public'])[1+i%3], 1000*(1+i%20), timestamp '2020-01-01'+i*interval '11 days', i%9=0 FROM generate_series(1,70) i;
INSERT INTO "Supplier" SELECT i, 'Supplier '||chr(64+i), (array['Germany','China','Italy'])[1+i%3], 5+(i*7)%40 FROM generate_series(1,12) i;
INSERT INTO "OrderStatus" VALUES ('N','new',false),('P','paid',false),('S','shipped',true),('X','cancelled',true);
INSERT INTO "Item" SELECT i, 'Item '||chr(65+i%26)||i, (array['Tools','Paint','Timber','Lighting'])[1+i%4], 0.5+(i*7)%60, 10+(i*13)%300, 5+(i*11)%180, CASE WHEN i%10=0 THEN NULL ELSE 1+i%11 END, CASE WHEN i%8=0 THEN date '2024-06-01' END FROM generate_series(1,80) i;
INSERT INTO "Employee" SELECT i, (array['Ana','Ben','Cem','Dora'])[1+i%4], (array['Koch','Lang','Maier','Nagel','Orth'])[1+i%5], date '2012-01-01'+(i*97)%4000, CASE WHEN i>4 THEN 1+i%4 END, (array['North','South','Key accounts'])[1+i%3] FROM generate_series(1,24) i;
INSERT INTO "SalesOrder" SELECT i, 1+(i*7)%66, (SELECT "ClientName" FROM "Client" WHERE "ClientId"=1+(i*7)%66), (array['N','P','S','S','X'])[1+i%5], date '2023-01-01'+(i*2)%800, CASE WHEN i%5 IN (2,3) THEN date '2023-01-01'+(i*2)%800+5 END, 100+(i*31)%4000, CASE WHEN i%13=0 THEN NULL ELSE 5+i%20 END FROM generate_series(1,500) i;
INSERT INTO "SalesOrderLine" SELECT i, 1+(i*3)%500, 1+(i*i)%76, 1+i%12, 8+(i*7)%250 FROM generate_series(1,1200) i;
INSERT INTO "PurchaseOrder" SELECT i, 1+(i*5)%11, (array['N','P','S','X'])[1+i%4], date '2023-03-01'+i*3, CASE WHEN i%4=2 THEN date '2023-03-01'+i*3+20 END, 500+(i*77)%9000 FROM generate_series(1,160) i;
INSERT INTO "PurchaseOrderLine" SELECT i, 1+i%160, 1+(i*3)%80, 10+i%90, 4+(i*5)%150 FROM generate_series(1,400) i;
INSERT INTO "Warehouse" VALUES (1,'Main','Ulm'),(2,'Annex','Ulm'),(3,'Port','Kiel'),(4,'Spare','Graz');
INSERT INTO "StockLevel" SELECT w, i, (i*w*7)%90, 20 FROM generate_series(1,3) w, generate_series(1,78) i;
