-- A help desk, as a web framework lays its tables out.
SET client_min_messages = warning;
SELECT setseed(0.42);
CREATE FUNCTION pg_temp.r(i bigint, s text) RETURNS float8 LANGUAGE sql IMMUTABLE AS
 $$ SELECT (('x'||substr(md5(i::text||'/'||s),1,8))::bit(32)::bigint) / 4294967296.0 $$;
CREATE FUNCTION pg_temp.pick(a text[], i bigint, s text) RETURNS text LANGUAGE sql IMMUTABLE AS
 $$ SELECT a[1 + floor(pg_temp.r(i,s)*array_length(a,1))::int] $$;

CREATE TABLE schema_migrations (version varchar PRIMARY KEY);
CREATE TABLE ar_internal_metadata (key varchar PRIMARY KEY, value varchar, created_at timestamp NOT NULL, updated_at timestamp NOT NULL);

CREATE TABLE organizations (
  id bigserial PRIMARY KEY, name varchar NOT NULL, domain varchar, plan integer NOT NULL DEFAULT 0 CHECK (plan IN (0,1,2,3)),
  industry varchar, country_code varchar(2), employees_count integer, contract_ends_on date,
  created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
COMMENT ON COLUMN organizations.plan IS 'enum: 0 = free, 1 = starter, 2 = professional, 3 = enterprise';
CREATE TABLE customers (
  id bigserial PRIMARY KEY, organization_id bigint REFERENCES organizations(id), first_name varchar NOT NULL, last_name varchar NOT NULL,
  email varchar NOT NULL UNIQUE, phone varchar, locale varchar DEFAULT 'en', vip boolean NOT NULL DEFAULT false, last_seen_at timestamp,
  deleted_at timestamp, created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE TABLE teams (id bigserial PRIMARY KEY, name varchar NOT NULL, email_alias varchar, created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE TABLE agents (
  id bigserial PRIMARY KEY, name varchar NOT NULL, email varchar NOT NULL UNIQUE, role integer NOT NULL DEFAULT 0, time_zone varchar,
  hired_on date, deleted_at timestamp, created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
COMMENT ON COLUMN agents.role IS '0: agent, 1: supervisor, 2: admin';
CREATE TABLE team_memberships (
  id bigserial PRIMARY KEY, team_id bigint NOT NULL REFERENCES teams(id), agent_id bigint NOT NULL REFERENCES agents(id), lead boolean NOT NULL DEFAULT false,
  created_at timestamp NOT NULL, updated_at timestamp NOT NULL, UNIQUE (team_id, agent_id));
CREATE TABLE sla_policies (
  id bigserial PRIMARY KEY, name varchar NOT NULL, first_response_minutes integer NOT NULL, resolution_hours integer NOT NULL, active boolean NOT NULL DEFAULT true,
  created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE TABLE products (id bigserial PRIMARY KEY, name varchar NOT NULL, sku varchar, discontinued boolean NOT NULL DEFAULT false, created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE TABLE tickets (
  id bigserial PRIMARY KEY, number varchar NOT NULL UNIQUE, subject varchar NOT NULL, description text,
  status integer NOT NULL DEFAULT 0, priority integer NOT NULL DEFAULT 1, channel integer NOT NULL DEFAULT 0,
  customer_id bigint NOT NULL REFERENCES customers(id), agent_id bigint REFERENCES agents(id), team_id bigint REFERENCES teams(id),
  sla_policy_id bigint REFERENCES sla_policies(id), product_id bigint REFERENCES products(id),
  first_responded_at timestamp, solved_at timestamp, due_at timestamp, reopens_count integer NOT NULL DEFAULT 0, sla_breached boolean NOT NULL DEFAULT false,
  deleted_at timestamp, created_at timestamp NOT NULL, updated_at timestamp NOT NULL,
  CONSTRAINT tickets_status_check CHECK (status BETWEEN 0 AND 5), CONSTRAINT tickets_priority_check CHECK (priority BETWEEN 0 AND 3));
COMMENT ON COLUMN tickets.status IS '0 new, 1 open, 2 pending, 3 on_hold, 4 solved, 5 closed';
COMMENT ON COLUMN tickets.priority IS '0 low, 1 normal, 2 high, 3 urgent';
COMMENT ON COLUMN tickets.channel IS '0 email, 1 web, 2 phone, 3 chat';
COMMENT ON COLUMN tickets.agent_id IS 'assignee; NULL = unassigned';
COMMENT ON COLUMN tickets.deleted_at IS 'soft delete (acts_as_paranoid)';
CREATE TABLE comments (
  id bigserial PRIMARY KEY, ticket_id bigint NOT NULL REFERENCES tickets(id), author_type varchar NOT NULL, author_id bigint NOT NULL, body text NOT NULL,
  internal boolean NOT NULL DEFAULT false, created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE TABLE tags (id bigserial PRIMARY KEY, name varchar NOT NULL UNIQUE, created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE TABLE taggings (id bigserial PRIMARY KEY, tag_id bigint NOT NULL REFERENCES tags(id), taggable_type varchar NOT NULL, taggable_id bigint NOT NULL, created_at timestamp NOT NULL);
CREATE TABLE attachments (
  id bigserial PRIMARY KEY, attachable_type varchar NOT NULL, attachable_id bigint NOT NULL, filename varchar NOT NULL, content_type varchar, byte_size bigint NOT NULL, created_at timestamp NOT NULL);
CREATE TABLE satisfaction_ratings (
  id bigserial PRIMARY KEY, ticket_id bigint NOT NULL UNIQUE REFERENCES tickets(id), customer_id bigint NOT NULL REFERENCES customers(id), agent_id bigint REFERENCES agents(id),
  score integer NOT NULL CHECK (score BETWEEN 1 AND 5), feedback text, created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE TABLE articles (
  id bigserial PRIMARY KEY, title varchar NOT NULL, slug varchar, body text, author_id bigint REFERENCES agents(id), product_id bigint REFERENCES products(id),
  state integer NOT NULL DEFAULT 0, views_count integer NOT NULL DEFAULT 0, helpful_votes integer NOT NULL DEFAULT 0, published_at timestamp, deleted_at timestamp,
  created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
COMMENT ON COLUMN articles.state IS '0 draft, 1 published, 2 archived';
CREATE TABLE macros (id bigserial PRIMARY KEY, title varchar NOT NULL, team_id bigint REFERENCES teams(id), usage_count integer NOT NULL DEFAULT 0, created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE TABLE time_entries (
  id bigserial PRIMARY KEY, ticket_id bigint NOT NULL REFERENCES tickets(id), agent_id bigint NOT NULL REFERENCES agents(id), minutes integer NOT NULL, billable boolean NOT NULL DEFAULT false, worked_on date NOT NULL,
  created_at timestamp NOT NULL, updated_at timestamp NOT NULL);

INSERT INTO schema_migrations SELECT to_char(timestamp '2024-01-03 09:12:11' + g * interval '19 days 3 hours 7 minutes 13 seconds','YYYYMMDDHH24MISS') FROM generate_series(0,40) g;
INSERT INTO ar_internal_metadata VALUES ('environment','production','2024-01-03 09:12:11','2024-01-03 09:12:11');

INSERT INTO organizations(name,domain,plan,industry,country_code,employees_count,contract_ends_on,created_at,updated_at)
SELECT n, lower(regexp_replace(n,'[^A-Za-z]','','g'))||'.com',
  CASE WHEN pg_temp.r(i,'plan')<.2 THEN 0 WHEN pg_temp.r(i,'plan')<.52 THEN 1 WHEN pg_temp.r(i,'plan')<.83 THEN 2 ELSE 3 END,
  pg_temp.pick(ARRAY['Retail','Healthcare','Logistics','Software','Education','Manufacturing','Hospitality','Finance'],i,'ind'),
  pg_temp.pick(ARRAY['US','US','US','CA','GB','GB','DE','NL','AU','FR'],i,'cc'), 8+floor(power(pg_temp.r(i,'emp'),3)*4200)::int,
  date '2026-01-15'+floor(pg_temp.r(i,'ce')*700)::int,
  timestamp '2024-01-04 08:00'+pg_temp.r(i,'c')*interval '700 days', timestamp '2026-05-01 08:00'+pg_temp.r(i,'u')*interval '45 days'
FROM unnest(ARRAY['Bluewater Freight','Oakridge Dental Group','Pinnacle Outdoor','Marlowe & Finch','Sunfield Foods','Copperline Energy','Harbor Light Hotels','Quillstone Publishing','Northgate Clinics','Tallgrass Media','Ironbridge Tools','Lumen Learning Co','Verdant Homes','Silverbirch Capital','Fairmont Bakery','Kestrel Aviation','Brightpath Academy','Cobalt Robotics','Driftwood Surf Shop','Emberly Candles','Fjordline Cruises','Granite Peak Gear','Hollis Insurance','Indigo Textiles','Juniper Pharmacy','Kingsley Law','Larkspur Events','Meridian Transport','Nimbus Hosting','Orchard Lane Grocers','Paragon Fitness','Quartz Analytics','Redwood Credit Union','Saltmarsh Brewery','Tidewater Plumbing','Umbra Security','Vista Optics','Westmoor College','Yarrow Botanicals','Zephyr Cycles','Alder Creek Farms','Beacon Hill Books','Cedarwood Furniture','Dovetail Joinery','Eastvale Hospital','Foxglove Florists','Gullwing Motors','Heron Lake Resort','Ivybridge School','Jasper Mining','Kelpie Games','Lodestar Telecom','Monarch Staffing','Nettlebed Pottery','Osprey Couriers','Pemberton Wines','Rookery Studios','Summit Ridge Bank','Thornbury Legal','Wrenfield Council']) WITH ORDINALITY t(n,i);

INSERT INTO customers(organization_id,first_name,last_name,email,phone,locale,vip,last_seen_at,deleted_at,created_at,updated_at)
SELECT CASE WHEN pg_temp.r(i,'o')<.86 THEN 1+floor(power(pg_temp.r(i,'org'),1.4)*58)::int END, f, l, lower(f||'.'||l||i)||'@'||pg_temp.pick(ARRAY['gmail.com','outlook.com','workmail.io','fastpost.net'],i,'m'),
  CASE WHEN pg_temp.r(i,'p')<.7 THEN '+1-555-'||lpad(floor(pg_temp.r(i,'ph')*10000)::text,4,'0') END,
  pg_temp.pick(ARRAY['en','en','en','en','en','de','fr','es','nl'],i,'loc'), pg_temp.r(i,'vip')<.09,
  CASE WHEN pg_temp.r(i,'ls')<.92 THEN timestamp '2026-06-25 10:00'-power(pg_temp.r(i,'seen'),2)*interval '300 days' END,
  CASE WHEN pg_temp.r(i,'del')<.05 THEN timestamp '2025-09-01 12:00'+pg_temp.r(i,'dd')*interval '250 days' END, c, c+interval '20 days'
FROM (SELECT i, pg_temp.pick(ARRAY['Emma','Liam','Olivia','Noah','Ava','Ethan','Sophia','Mason','Isabella','Lucas','Mia','Jack','Amelia','Henry','Chloe','Samuel','Grace','Oscar','Hannah','Leo','Priya','Arjun','Mei','Diego','Lucia','Fatima','Omar','Ingrid','Tomas','Yuki'],i,'f') f,
  pg_temp.pick(ARRAY['Carter','Nguyen','Patel','Brooks','Hughes','Schmidt','Garcia','Foster','Walsh','Okafor','Larsen','Moreau','Bennett','Kowalski','Reid','Iyer','Sato','Mendez','Novak','Turner','Ellis','Hansen','Rossi','Doyle','Chambers','Whitaker','Khan','Vargas','Price','Lindqvist'],i,'l') l,
  timestamp '2024-01-05 08:00'+pg_temp.r(i,'cc')*interval '800 days' c FROM generate_series(1,420) i) s;

INSERT INTO teams(name,email_alias,created_at,updated_at) SELECT n, a||'@support.helia.io', timestamp '2024-01-03 09:30', timestamp '2025-02-01 10:00' FROM (VALUES ('Billing','billing'),('Technical Support','tech'),('Onboarding','onboarding'),('Escalations','escalations'),('Shipping & Returns','returns'),('Enterprise Success','enterprise')) v(n,a);
INSERT INTO agents(name,email,role,time_zone,hired_on,deleted_at,created_at,updated_at)
SELECT n, lower(replace(replace(n,' ','.'),'''',''))||'@helia.io', CASE WHEN i IN (3,17) THEN 2 WHEN i IN (1,8,12,20,25) THEN 1 ELSE 0 END,
  pg_temp.pick(ARRAY['America/New_York','America/Chicago','Europe/London','Europe/Berlin','Australia/Sydney'],i,'tz'),
  date '2021-03-01'+floor(pg_temp.r(i,'h')*1800)::int, CASE WHEN i=9 THEN timestamp '2025-11-14 17:00' WHEN i=22 THEN timestamp '2026-02-27 16:30' END, timestamp '2024-01-03 10:00', timestamp '2026-03-02 10:00'
FROM unnest(ARRAY['Rachel Adeyemi','Tom Brannigan','Nina Petrova','Marcus Bell','Sofia Lindgren','Jamal Whitfield','Keiko Tanaka','Patrick O''Shea','Derek Vance','Laura Jimenez','Colin Ashworth','Beth Morgan','Ravi Menon','Alicia Stone','Hugo Martens','Zoe Clarke','Gavin Pike','Elena Russo','Ben Hartley','Monica Reyes','Stefan Bauer','Carla Dunne','Theo Papadakis','Ivy Chen','Martin Sorensen','Wendy Lau']) WITH ORDINALITY t(n,i);
INSERT INTO team_memberships(team_id,agent_id,lead,created_at,updated_at)
SELECT 1+(i-1)%6, i, false, timestamp '2024-01-04 10:00',timestamp '2024-01-04 10:00' FROM generate_series(1,26) i
UNION ALL SELECT 1+(i+2)%6, i, false, timestamp '2024-08-12 10:00',timestamp '2024-08-12 10:00' FROM unnest(ARRAY[2,5,7,11,13,18,24]) i;
UPDATE team_memberships m SET lead=true FROM (SELECT DISTINCT ON (m.team_id) m.id FROM team_memberships m JOIN agents a ON a.id=m.agent_id WHERE a.deleted_at IS NULL ORDER BY m.team_id, a.role DESC, md5(m.id::text)) x WHERE x.id=m.id;
INSERT INTO sla_policies(name,first_response_minutes,resolution_hours,active,created_at,updated_at) VALUES
 ('Standard',480,72,true,'2024-01-04','2024-01-04'),('Priority',120,24,true,'2024-01-04','2024-01-04'),('Enterprise 24x7',30,8,true,'2024-01-04','2025-01-10'),('Free tier',1440,168,true,'2024-01-04','2024-01-04'),('Legacy Gold',60,12,false,'2024-01-04','2025-03-31');
INSERT INTO products(name,sku,discontinued,created_at,updated_at) VALUES
 ('Helia CRM','HEL-CRM',false,'2024-01-04','2024-01-04'),('Helia Mobile','HEL-MOB',false,'2024-01-04','2024-01-04'),('Helia Invoicing','HEL-INV',false,'2024-01-04','2024-01-04'),('Helia Analytics','HEL-ANA',false,'2024-02-04','2024-02-04'),('Card Reader X1','HW-X1',true,'2024-01-04','2025-06-30'),('Card Reader X2','HW-X2',false,'2024-11-04','2024-11-04'),('Helia API','HEL-API',false,'2024-01-04','2024-01-04'),('Receipt Printer','HW-RP',false,'2024-03-04','2024-03-04');

INSERT INTO tickets(number,subject,description,status,priority,channel,customer_id,agent_id,team_id,sla_policy_id,product_id,first_responded_at,solved_at,due_at,reopens_count,sla_breached,deleted_at,created_at,updated_at)
SELECT 'HD-'||(10000+i), subject, subject||'. '||pg_temp.pick(ARRAY['Please advise as soon as possible.','This started yesterday after the update.','We tried restarting but it did not help.','Several colleagues see the same problem.','Thanks in advance for your help.'],i,'desc'),
  st, pr, ch, cust, CASE WHEN st=0 AND pg_temp.r(i,'un')<.75 OR pg_temp.r(i,'un')<.03 THEN NULL ELSE agent END, team,
  CASE WHEN pr=3 THEN 3 WHEN pr=2 THEN 2 WHEN pg_temp.r(i,'sla')<.08 THEN 5 WHEN pg_temp.r(i,'sla')<.2 THEN 4 ELSE 1 END,
  CASE WHEN pg_temp.r(i,'pn')<.9 THEN 1+floor(power(pg_temp.r(i,'prod'),1.3)*8)::int END,
  CASE WHEN st>0 THEN c+resp END, CASE WHEN st>=4 THEN c+resp+solve END,
  c + CASE WHEN pr=3 THEN interval '8 hours' WHEN pr=2 THEN interval '24 hours' ELSE interval '72 hours' END,
  CASE WHEN st>=1 AND pg_temp.r(i,'reo')<.12 THEN 1+floor(pg_temp.r(i,'reon')*3)::int ELSE 0 END,
  CASE WHEN st>=4 THEN resp+solve > CASE WHEN pr=3 THEN interval '8 hours' WHEN pr=2 THEN interval '24 hours' ELSE interval '72 hours' END ELSE pg_temp.r(i,'br')<.25 END,
  CASE WHEN pg_temp.r(i,'del')<.045 THEN c+interval '3 days 2 hours' END, c, CASE WHEN st>=4 THEN c+resp+solve ELSE c+resp END
FROM (SELECT i, c, pr, ch, agent, team, cust, subject, resp, solve,
   CASE WHEN c < timestamp '2026-05-20' THEN CASE WHEN x<.80 THEN 5 WHEN x<.93 THEN 4 WHEN x<.95 THEN 3 WHEN x<.975 THEN 2 ELSE 1 END
        ELSE CASE WHEN x<.15 THEN 5 WHEN x<.38 THEN 4 WHEN x<.46 THEN 3 WHEN x<.62 THEN 2 WHEN x<.82 THEN 1 ELSE 0 END END st
 FROM (SELECT i, pg_temp.r(i,'st') x,
   date_trunc('minute', timestamp '2024-01-08 07:30' + (i-1)*interval '13 hours 56 minutes' + pg_temp.r(i,'j')*interval '12 hours') c,
   CASE WHEN pg_temp.r(i,'pr')<.22 THEN 0 WHEN pg_temp.r(i,'pr')<.68 THEN 1 WHEN pg_temp.r(i,'pr')<.91 THEN 2 ELSE 3 END pr,
   CASE WHEN pg_temp.r(i,'ch')<.44 THEN 0 WHEN pg_temp.r(i,'ch')<.71 THEN 1 WHEN pg_temp.r(i,'ch')<.86 THEN 2 ELSE 3 END ch,
   1+floor(power(pg_temp.r(i,'ag'),1.25)*26)::int agent, 1+floor(power(pg_temp.r(i,'tm'),1.2)*6)::int team, 1+floor(power(pg_temp.r(i,'cu'),1.5)*400)::int cust,
   pg_temp.pick(ARRAY['Cannot log in after password reset','Invoice shows wrong amount','Refund not received','Card reader will not pair','Export to CSV fails','Request to change billing address','App crashes on startup','How do I add a new user?','Two-factor code not arriving','Duplicate charge on my account','API returns 500 error','Report totals do not match','Printer offline','Damaged item delivered','Please cancel my subscription','Slow dashboard','Data import stuck at 90%','VAT number missing on invoice','Webhook not firing','Feature request: dark mode','Package lost in transit','Trial extension request','Email notifications stopped','Sync error on mobile'],i,'subj') subject,
   (5+floor(power(pg_temp.r(i,'resp'),2)*900))*interval '1 minute' resp, (20+floor(power(pg_temp.r(i,'solve'),2)*7200))*interval '1 minute' solve
  FROM generate_series(1,1540) i) a) b;

UPDATE tickets SET agent_id=CASE WHEN agent_id=9 THEN 11 ELSE 21 END WHERE (agent_id=9 AND created_at>'2025-11-05') OR (agent_id=22 AND created_at>'2026-02-18');
INSERT INTO comments(ticket_id,author_type,author_id,body,internal,created_at,updated_at)
SELECT t.id, ty, CASE WHEN ty='Customer' THEN t.customer_id ELSE coalesce(t.agent_id, 4) END,
  pg_temp.pick(CASE WHEN ty='Customer' THEN ARRAY['Any update on this?','That fixed it, thank you!','Still the same problem here.','I attached a screenshot.','Can you call me back please?'] ELSE ARRAY['Thanks for reaching out, I am looking into this.','Could you send us a screenshot?','We have shipped a fix, please try again.','I have forwarded this to our engineers.','Refund has been issued.'] END,t.id*10+k,'b'),
  ty='Agent' AND pg_temp.r(t.id*10+k,'int')<.2, t.created_at+k*interval '3 hours 11 minutes', t.created_at+k*interval '3 hours 11 minutes'
FROM tickets t CROSS JOIN LATERAL (SELECT k, CASE WHEN k%2=1 THEN 'Agent' ELSE 'Customer' END ty FROM generate_series(1, floor(pg_temp.r(t.id,'nc')*3.2 + CASE WHEN t.priority=3 THEN 1.5 ELSE 0 END)::int) k) z
WHERE t.status>0;

INSERT INTO tags(name,created_at,updated_at) SELECT n,timestamp '2024-01-10 09:00',timestamp '2024-01-10 09:00' FROM unnest(ARRAY['refund','bug','login','billing','feature-request','hardware','shipping','outage','vip','how-to','duplicate','spam','api','onboarding','escalated','gdpr','legacy-import']) n;
INSERT INTO taggings(tag_id,taggable_type,taggable_id,created_at)
SELECT DISTINCT ON (t.id, tg) tg, 'Ticket', t.id, t.created_at+interval '20 minutes' FROM tickets t CROSS JOIN LATERAL (SELECT 1+floor(power(pg_temp.r(t.id*7+k,'tg'),1.4)*16)::int tg FROM generate_series(1,floor(pg_temp.r(t.id,'ntg')*2.7)::int) k) z;

INSERT INTO articles(title,slug,body,author_id,product_id,state,views_count,helpful_votes,published_at,deleted_at,created_at,updated_at)
SELECT ti, trim(both '-' from lower(regexp_replace(ti,'[^A-Za-z0-9]+','-','g'))), 'Step-by-step guide: '||ti||'.', 1+floor(pg_temp.r(i,'au')*25)::int, CASE WHEN pg_temp.r(i,'ap')<.85 THEN 1+floor(pg_temp.r(i,'apr')*8)::int END,
  st, CASE WHEN st=0 THEN 0 ELSE 40+floor(power(pg_temp.r(i,'v'),2)*9000)::int END, CASE WHEN st=0 THEN 0 ELSE floor(pg_temp.r(i,'hv')*400)::int END,
  CASE WHEN st>0 THEN c+interval '4 days' END, CASE WHEN i IN (7,23,41) THEN timestamp '2026-01-20 10:00' END, c, c+interval '40 days'
FROM (SELECT i, ti, CASE WHEN pg_temp.r(i,'s')<.18 THEN 0 WHEN pg_temp.r(i,'s')<.85 THEN 1 ELSE 2 END st, timestamp '2024-02-01 09:00'+pg_temp.r(i,'ac')*interval '820 days' c
FROM unnest(ARRAY['Resetting your password','Setting up two-factor authentication','Understanding your invoice','Pairing the Card Reader X1','Pairing the Card Reader X2','Exporting reports to CSV','Importing contacts','Adding and removing users','Changing your billing address','Cancelling a subscription','API authentication','API rate limits','Webhook reference','Troubleshooting sync errors','Returns and refunds policy','Tracking a shipment','Cleaning the receipt printer','Replacing printer paper','Updating the mobile app','Dark mode and themes','Dashboard performance tips','VAT and tax settings','Multi-currency invoices','Setting user roles','Audit log overview','GDPR data requests','Single sign-on with SAML','Customising email templates','Scheduling reports','Building custom dashboards','Offline mode','Barcode scanning','Managing payment methods','Early payment discounts','Trial and plan limits','Upgrading your plan','Contacting support','Service level agreements','Status page and outages','Data retention','Sandbox environment','Bulk editing records','Merging duplicate contacts','Keyboard shortcuts','Supported browsers','Hardware warranty','Ordering spare parts','Getting started checklist','Training webinars','Release notes archive','Using macros','Ticket forms','Connecting your calendar','Slack integration','Zapier integration']) WITH ORDINALITY t(ti,i)) z;
INSERT INTO taggings(tag_id,taggable_type,taggable_id,created_at) SELECT 1+floor(pg_temp.r(id,'at')*14)::int,'Article',id,created_at FROM articles WHERE pg_temp.r(id,'hast')<.6;
INSERT INTO taggings(tag_id,taggable_type,taggable_id,created_at) SELECT 9,'Customer',id,created_at+interval '1 day' FROM customers WHERE vip;

INSERT INTO attachments(attachable_type,attachable_id,filename,content_type,byte_size,created_at)
SELECT 'Ticket', id, CASE WHEN x<.5 THEN 'screenshot_' ELSE 'document_' END||id||CASE WHEN x<.5 THEN '.png' WHEN x<.85 THEN '.pdf' ELSE '.csv' END, CASE WHEN x<.5 THEN 'image/png' WHEN x<.85 THEN 'application/pdf' ELSE 'text/csv' END, 4000+floor(power(pg_temp.r(id,'bs'),3)*6000000)::int, created_at FROM (SELECT id, created_at, pg_temp.r(id,'ct') x FROM tickets WHERE pg_temp.r(id,'att')<.2) a
UNION ALL SELECT 'Comment', id, 'photo_'||id||'.jpg','image/jpeg', 50000+floor(pg_temp.r(id,'cbs')*3000000)::int, created_at FROM comments WHERE pg_temp.r(id,'catt')<.06
UNION ALL SELECT 'Article', id, 'guide_'||id||'.pdf','application/pdf', 90000+floor(pg_temp.r(id,'abs')*2000000)::int, created_at FROM articles WHERE pg_temp.r(id,'aatt')<.3;

INSERT INTO satisfaction_ratings(ticket_id,customer_id,agent_id,score,feedback,created_at,updated_at)
SELECT id, customer_id, agent_id, sc, CASE WHEN pg_temp.r(id,'fb')<.4 THEN CASE WHEN sc>=4 THEN pg_temp.pick(ARRAY['Very fast and friendly','Great help, thanks!','Solved in one reply'],id,'g') ELSE pg_temp.pick(ARRAY['Took far too long','Had to explain it three times','Not really solved'],id,'g') END END, solved_at+interval '1 day', solved_at+interval '1 day'
FROM (SELECT t.*, CASE WHEN y<.10 THEN 1 WHEN y<.19 THEN 2 WHEN y<.34 THEN 3 WHEN y<.66 THEN 4 ELSE 5 END sc FROM (SELECT t.*, least(.999,greatest(0, pg_temp.r(t.id,'sc') + (pg_temp.r(t.agent_id,'skill')-.5)*.3)) y FROM tickets t WHERE solved_at IS NOT NULL AND agent_id IS NOT NULL AND deleted_at IS NULL AND pg_temp.r(id,'rated')<.42) t) z;
INSERT INTO macros(title,team_id,usage_count,created_at,updated_at) SELECT n, CASE WHEN i%5<>0 THEN 1+i%6 END, floor(pg_temp.r(i,'mu')*900)::int,timestamp '2024-02-01',timestamp '2026-05-01' FROM unnest(ARRAY['Request screenshot','Refund approved','Refund declined','Escalate to tier 2','Close as duplicate','Ask for invoice number','Known outage','Password reset steps','Shipping delay','Replacement sent','Trial extended','Welcome pack','GDPR export','Feature request noted','No reply - closing']) WITH ORDINALITY t(n,i);
INSERT INTO time_entries(ticket_id,agent_id,minutes,billable,worked_on,created_at,updated_at)
SELECT id, agent_id, 5+5*floor(power(pg_temp.r(id*3+k,'min'),2)*24)::int, pg_temp.r(id*3+k,'bill')<.3, (created_at+k*interval '1 day')::date, created_at+k*interval '1 day', created_at+k*interval '1 day'
FROM tickets t CROSS JOIN generate_series(0,1) k WHERE agent_id IS NOT NULL AND deleted_at IS NULL AND pg_temp.r(id*3+k,'te')<.45 AND status>0;

CREATE INDEX ON tickets(customer_id); CREATE INDEX ON tickets(agent_id); CREATE INDEX ON comments(ticket_id); CREATE INDEX ON taggings(taggable_type,taggable_id);
ANALYZE;
