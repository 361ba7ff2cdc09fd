-- An insurer: camel case in quotes, keys declared.
CREATE TABLE "PolicyHolder"("holderId" int primary key,"firstName" text,"lastName" text,"birthDate" date,gender text,city text,"postalCode" text,"annualIncome" int);
CREATE TABLE "Agent"("agentId" int primary key,"agentName" text,region text,"commissionRate" numeric(4,2),"hireDate" date);
CREATE TABLE "Product"("productId" int primary key,"productName" text,"lineOfBusiness" text);
CREATE TABLE "Policy"("policyId" int primary key,"policyNumber" text,"holderId" int references "PolicyHolder","agentId" int references "Agent","productId" int references "Product","startDate" date,"endDate" date,"annualPremium" numeric(9,2),"sumInsured" int,"policyStatus" text);
CREATE TABLE "Vehicle"("vehicleId" int primary key,"policyId" int references "Policy",make text,model text,"modelYear" int,"enginePower" int);
CREATE TABLE "Claim"("claimId" int primary key,"policyId" int references "Policy","reportedDate" date,"settledDate" date,"claimAmount" numeric(10,2),"paidAmount" numeric(10,2),"claimStatus" text,cause text);
CREATE TABLE "PremiumPayment"("paymentId" int primary key,"policyId" int references "Policy","paidOn" date,amount numeric(9,2),method text);
INSERT INTO "PolicyHolder" SELECT i,(array['Aaron','Bella','Cem','Dana','Egon'])[1+i%5],(array['Falk','Gruber','Hansen','Ibsen','Jovic','Kaya'])[1+i%6],date '1945-01-01'+i*90,(array['male','female'])[1+i%2],(array['Bern','Basel','Zug','Chur'])[1+(i*3)%4],(3000+i)::text,30000+(i*701)%90000 FROM generate_series(1,220) i;
INSERT INTO "Agent" SELECT i,(array['Lars','Mila','Noel','Orla'])[1+i%4]||' '||(array['Pohl','Rahn','Stark'])[1+i%3]||' '||i,(array['North','South','East','West'])[1+i%4],0.02+i%5*0.01,date '2009-01-01'+i*130 FROM generate_series(1,24) i;
INSERT INTO "Product" VALUES (1,'Motor Basic','motor'),(2,'Motor Plus','motor'),(3,'Home Safe','home'),(4,'Term Life','life'),(5,'Travel Easy','travel'),(6,'Pet Care','pet');
INSERT INTO "Policy" SELECT i,'P-'||10000+i,1+(i*7)%200,1+(i*5)%22,1+i%5,date '2020-01-01'+i*4,date '2021-01-01'+i*4+i%3*365,120+(i*53)%2400,10000+(i*997)%400000,(array['active','lapsed','cancelled'])[1+(i/2)%3] FROM generate_series(1,400) i;
INSERT INTO "Vehicle" SELECT i,i*2,(array['Fiat','Skoda','Volvo','Toyota'])[1+i%4],(array['Alpha','Beta','Gamma'])[1+i%3],2005+i%18,60+(i*7)%200 FROM generate_series(1,150) i;
INSERT INTO "Claim" SELECT i,1+(i*11)%380,date '2021-01-01'+i*4,CASE WHEN i%5=0 THEN NULL ELSE date '2021-01-20'+i*4+i%60 END,200+(i*389)%20000,CASE WHEN i%5=0 THEN NULL ELSE 100+(i*317)%15000 END,(array['open','settled','rejected'])[CASE WHEN i%5=0 THEN 1 WHEN i%7=0 THEN 3 ELSE 2 END],(array['fire','theft','collision','water damage','storm'])[1+(i*3)%5] FROM generate_series(1,330) i;
INSERT INTO "PremiumPayment" SELECT i,1+(i*3)%390,date '2021-02-01'+i,50+(i*29)%700,(array['card','transfer','direct debit'])[1+i%3] FROM generate_series(1,1000) i;
