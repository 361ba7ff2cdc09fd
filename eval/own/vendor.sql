-- production database of "Loopdesk", a subscription software vendor
CREATE FUNCTION pg_temp.h(i bigint, s text, m int) RETURNS int LANGUAGE sql IMMUTABLE AS
 $$ SELECT ('x'||substr(md5(s||':'||i),1,7))::bit(28)::int % m $$;
CREATE TABLE plans (
  id bigint PRIMARY KEY, code text NOT NULL UNIQUE, name text NOT NULL, billing_interval text NOT NULL CHECK (billing_interval IN ('month','year')),
  amount_cents integer NOT NULL, currency char(3) NOT NULL DEFAULT 'USD', seat_limit integer, is_public boolean NOT NULL DEFAULT true,
  archived_at timestamptz, created_at timestamptz NOT NULL);
COMMENT ON COLUMN plans.amount_cents IS 'price per seat and billing interval, in cents';
CREATE TABLE features (id bigint PRIMARY KEY, key text NOT NULL UNIQUE, name text NOT NULL);
CREATE TABLE plan_features (plan_id bigint NOT NULL REFERENCES plans, feature_id bigint NOT NULL REFERENCES features, PRIMARY KEY (plan_id, feature_id));
CREATE TABLE accounts (
  id bigint PRIMARY KEY, name text NOT NULL, slug text NOT NULL UNIQUE, billing_email text, country_code char(2) NOT NULL, industry text,
  employee_band text, signup_source text, trial_ends_at timestamptz, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, deleted_at timestamptz);
COMMENT ON TABLE accounts IS 'customer workspaces (tenants); soft-deleted by deleted_at';
CREATE TABLE users (
  id bigint PRIMARY KEY, account_id bigint NOT NULL REFERENCES accounts, email text NOT NULL UNIQUE, full_name text NOT NULL, role text NOT NULL,
  password_digest text NOT NULL, mfa_enabled boolean NOT NULL DEFAULT false, locale text NOT NULL DEFAULT 'en', invited_by_id bigint REFERENCES users,
  created_at timestamptz NOT NULL, deleted_at timestamptz);
CREATE TABLE login_events (
  id bigint PRIMARY KEY, user_id bigint NOT NULL REFERENCES users, occurred_at timestamptz NOT NULL, success boolean NOT NULL, method text NOT NULL, ip_address inet);
CREATE TABLE subscriptions (
  id bigint PRIMARY KEY, account_id bigint NOT NULL REFERENCES accounts, plan_id bigint NOT NULL REFERENCES plans, state text NOT NULL,
  quantity integer NOT NULL, started_at timestamptz NOT NULL, current_period_end timestamptz, canceled_at timestamptz, cancel_reason text, created_at timestamptz NOT NULL);
COMMENT ON COLUMN subscriptions.state IS 'trialing, active, past_due, paused, canceled';
COMMENT ON COLUMN subscriptions.quantity IS 'number of seats';
CREATE TABLE coupons (id bigint PRIMARY KEY, code text NOT NULL UNIQUE, percent_off integer NOT NULL, max_redemptions integer, expires_on date);
CREATE TABLE coupon_redemptions (
  id bigint PRIMARY KEY, coupon_id bigint NOT NULL REFERENCES coupons, account_id bigint NOT NULL REFERENCES accounts, redeemed_at timestamptz NOT NULL);
CREATE TABLE invoices (
  id bigint PRIMARY KEY, number text NOT NULL UNIQUE, account_id bigint NOT NULL REFERENCES accounts, subscription_id bigint REFERENCES subscriptions, state text NOT NULL,
  subtotal_cents integer NOT NULL, tax_cents integer NOT NULL DEFAULT 0, total_cents integer NOT NULL, currency char(3) NOT NULL DEFAULT 'USD',
  issued_on date NOT NULL, due_on date NOT NULL, paid_at timestamptz);
COMMENT ON COLUMN invoices.state IS 'open, paid, void, uncollectible';
CREATE TABLE payments (
  id bigint PRIMARY KEY, invoice_id bigint NOT NULL REFERENCES invoices, amount_cents integer NOT NULL, method text NOT NULL, state text NOT NULL,
  failure_code text, processed_at timestamptz NOT NULL);
COMMENT ON COLUMN payments.state IS 'succeeded, failed, refunded';
CREATE TABLE staff (id bigint PRIMARY KEY, name text NOT NULL, email text NOT NULL UNIQUE, team text NOT NULL, hired_on date NOT NULL, left_on date);
CREATE TABLE tickets (
  id bigint PRIMARY KEY, account_id bigint NOT NULL REFERENCES accounts, requester_id bigint NOT NULL REFERENCES users, assignee_id bigint REFERENCES staff,
  subject text NOT NULL, category text NOT NULL, priority text NOT NULL, state text NOT NULL, opened_at timestamptz NOT NULL, first_response_at timestamptz,
  closed_at timestamptz, csat_score smallint);
COMMENT ON COLUMN tickets.csat_score IS 'satisfaction 1-5 given by the requester after closing';
COMMENT ON COLUMN tickets.state IS 'new, open, waiting, closed';
INSERT INTO plans VALUES
 (1,'solo_legacy','Solo Legacy','month',900,'USD',1,false,'2024-03-31','2022-01-10'),(2,'starter_m','Starter','month',1500,'USD',10,true,NULL,'2022-06-01'),
 (3,'starter_y','Starter','year',15000,'USD',10,true,NULL,'2022-06-01'),(4,'team_m','Team','month',2900,'USD',50,true,NULL,'2022-06-01'),
 (5,'team_y','Team','year',29000,'USD',50,true,NULL,'2022-06-01'),(6,'business_m','Business','month',4900,'USD',250,true,NULL,'2023-02-01'),
 (7,'business_y','Business','year',49000,'USD',250,true,NULL,'2023-02-01'),(8,'enterprise_y','Enterprise','year',84000,'USD',NULL,false,NULL,'2023-02-01');
INSERT INTO features VALUES (1,'sso','Single sign-on'),(2,'audit_log','Audit log'),(3,'api','API access'),(4,'custom_fields','Custom fields'),
 (5,'reports','Advanced reports'),(6,'sandbox','Sandbox'),(7,'sla','Uptime SLA'),(8,'integrations','Slack integration');
INSERT INTO plan_features SELECT p,f FROM (VALUES (1,'{8}'::int[]),(2,'{8}'),(3,'{8,4}'),(4,'{3,4,8}'),(5,'{3,4,8}'),(6,'{1,3,4,5,8}'),(7,'{1,3,4,5,8,6}'),(8,'{1,2,3,4,5,6,7,8}')) v(p,a), unnest(a) f;
INSERT INTO accounts SELECT i, n, lower(replace(replace(n,' ','-'),'&','and')), CASE WHEN i%17<>5 THEN (ARRAY['billing','accounts','finance','ap'])[1+i%4]||'@'||lower(regexp_replace(n,'[^A-Za-z]','','g'))||'.example' END,
  (ARRAY['US','US','US','DE','GB','FR','US','NL','CA','DE','AU','US','GB','SE'])[1+pg_temp.h(i,'cc',14)],
  CASE WHEN i%13<>7 THEN (ARRAY['Logistics','Healthcare','Retail','Manufacturing','Education','Finance','Media'])[1+pg_temp.h(i,'ind',7)] END,
  (ARRAY['1-10','11-50','51-200','201-1000'])[1+pg_temp.h(i,'eb',4)], (ARRAY['organic','ads','referral','partner','outbound'])[1+pg_temp.h(i,'src',5)],
  c+'14 days', c, c+'200 days', CASE WHEN i IN (8,23,37,51) THEN c+'1 year 2 months' END
 FROM regexp_split_to_table('Northwind Robotics|Bluefin Logistics|Harbor & Pine|Kestrel Health|Ottermoor Brewing|Quillworks|Tidewater Clinics|Lumen Optics|Fjordline Shipping|Sable Studio|Granite Peak Foods|Marigold Schools|Petrichor Labs|Redwood Dental|Cobalt Freight|Alder & Ash|Violet Media|Stonebridge Bank|Juniper Toys|Hollow Oak Furniture|Sunfield Energy|Brightwater Pools|Nimbus Travel|Orchard Lane Books|Kitewind Drones|Ironclad Security|Maple Street Bakery|Delta Nine Games|Pinecrest Hotels|Solstice Yoga|Copperhead Tools|Lakeshore Legal|Zephyr Cycles|Glasshouse Florist|Echo Valley Audio|Summit Insurance|Wren & Co|Tallgrass Farms|Crescent Pharma|Bramble Catering|Polar Data|Umbra Lighting|Vantage Realty|Foxglove Cosmetics|Silverline Rail|Canyon Outfitters|Mosaic Learning|Beacon Credit Union|Thistle Textiles|Evergreen Vets|Anchor Marine|Driftwood Cafe|Parallel Press|Meridian Surveying|Honeycomb Housing|Rookery Games|Saffron Kitchen|Tangent Analytics|Willow Creek Spa|Xylo Music','\|') WITH ORDINALITY t(n,i),
  LATERAL (SELECT timestamptz '2023-01-09 09:15+00'+((i*20+pg_temp.h(i,'cr',17))||' days')::interval+((i*37%600)||' minutes')::interval c) x;
INSERT INTO users SELECT id, a, lower(f)||'.'||lower(l)||id||'@'||slug||'.example', f||' '||l, CASE WHEN k=1 THEN 'owner' WHEN k%5=2 THEN 'admin' WHEN k%7=6 THEN 'viewer' ELSE 'member' END,
  '$2b$12$'||md5('pw'||id), pg_temp.h(id,'mfa',10)<6, CASE cc WHEN 'DE' THEN 'de' WHEN 'FR' THEN 'fr' ELSE 'en' END, CASE WHEN k>1 THEN id-k+1 END, c+((k-1)*9||' days')::interval,
  CASE WHEN pg_temp.h(id,'del',14)=3 AND k>1 THEN c+'300 days'::interval WHEN d IS NOT NULL THEN d END
 FROM (SELECT row_number() OVER (ORDER BY a.id,k) id, a.id a, a.slug, a.country_code cc, a.created_at c, a.deleted_at d, k,
   (ARRAY['Anna','Ben','Chloe','David','Elena','Felix','Grace','Hugo','Ines','Jonas','Karin','Liam','Mona','Nils','Olga','Peter','Rosa','Sam','Tara','Viktor'])[1+pg_temp.h(a.id*40+k,'fn',20)] f,
   (ARRAY['Ortiz','Bauer','Meyer','Nguyen','Okafor','Lindqvist','Dubois','Carter','Patel','Rossi','Kim','Novak','Walsh','Haas','Silva','Berg','Tanaka'])[1+pg_temp.h(a.id*40+k,'ln',17)] l
   FROM accounts a, generate_series(1, 1+pg_temp.h(a.id,'nu',6)+CASE WHEN a.id%11=2 THEN 7+a.id::int/10 ELSE 0 END) k) q;
INSERT INTO login_events SELECT g, u.id, t, pg_temp.h(g,'ok',12)<>0, (ARRAY['password','password','google','sso'])[1+pg_temp.h(u.id,'lm',4)], ('10.'||g%200||'.'||g%90||'.'||1+g%250)::inet
 FROM generate_series(1,1800) g JOIN users u ON u.id=1+(pg_temp.h(g,'u',10000)*pg_temp.h(g,'v',10000)::bigint/10000*(SELECT count(*) FROM users)/10000) AND pg_temp.h(u.id,'never',11)<>0,
  LATERAL (SELECT u.created_at+(pg_temp.h(g,'lt',10000)/10000.0)*(least(coalesce(u.deleted_at,'2026-06-30'),'2026-06-30')-u.created_at) t) x WHERE u.created_at<'2026-06-20';
INSERT INTO subscriptions SELECT row_number() OVER (ORDER BY s, a), a, p, st, q, s, CASE WHEN st<>'canceled' THEN date_trunc('day',s)+CASE WHEN p IN (3,5,7,8) THEN '1 year'::interval*ceil((date '2026-07-01'-s::date)/365.0) ELSE interval '1 month'*ceil((date '2026-07-01'-s::date)/30.4) END END,
   ca, CASE WHEN ca IS NOT NULL THEN CASE WHEN up THEN 'upgraded' ELSE (ARRAY['too expensive','missing features','switched to competitor','too expensive','business closed'])[1+pg_temp.h(a,'why',5)] END END, s
 FROM (SELECT a.id a, 1+pg_temp.h(a.id,'pl',2) p, false up2, 'canceled' st, 1+pg_temp.h(a.id,'q0',4) q, a.created_at+'14 days' s, a.created_at+'254 days' ca, true up FROM accounts a WHERE a.id%5=2 AND a.id<46
  UNION ALL SELECT a.id, CASE WHEN a.id%5=2 THEN (ARRAY[4,5,6,7])[1+pg_temp.h(a.id,'p2',4)] WHEN a.id IN (9,18,36,39,48) THEN 8 ELSE (ARRAY[2,2,4,6,3,5,4,2,7])[1+pg_temp.h(a.id,'p1',9)] END, false,
   CASE WHEN a.deleted_at IS NOT NULL OR a.id IN (4,14,16,29,33,40,45,54) THEN 'canceled' WHEN a.id>=58 THEN 'trialing' WHEN a.id IN (11,26,43) THEN 'past_due' WHEN a.id IN (20,34) THEN 'paused' ELSE 'active' END,
   CASE WHEN a.id IN (9,18,36,39,48) THEN 20+a.id::int ELSE 2+pg_temp.h(a.id,'q1',12)+CASE WHEN a.id=5 THEN 3 ELSE 0 END END, CASE WHEN a.id%5=2 AND a.id<46 THEN a.created_at+'254 days' ELSE a.created_at+'14 days' END,
   CASE WHEN a.deleted_at IS NOT NULL THEN a.deleted_at-'10 days'::interval WHEN a.id IN (4,14,16,29,33,40,45,54) THEN a.created_at+'254 days'+((10+pg_temp.h(a.id,'cd',90))||' days')::interval END, false FROM accounts a) z;
INSERT INTO coupons VALUES (1,'LAUNCH20',20,NULL,'2023-12-31'),(2,'SPRING25',25,50,'2025-06-30'),(3,'NONPROFIT',40,NULL,NULL),(4,'PARTNER10',10,NULL,NULL),(5,'BLACKFRI',30,100,'2024-12-05'),(6,'EDU15',15,20,'2027-08-31');
INSERT INTO coupon_redemptions SELECT g, c, a, (SELECT created_at+'15 days' FROM accounts WHERE id=a) FROM (VALUES (1,1,2),(2,1,5),(3,1,9),(4,1,13),(5,3,12),(6,4,21),(7,5,33),(8,4,35),(9,5,34),(10,2,38),(11,2,40),(12,2,42),(13,3,47),(14,2,43),(15,2,39)) v(g,c,a);
INSERT INTO invoices SELECT n, 'INV-'||to_char(d,'YYYY')||'-'||lpad(n::text,5,'0'), a, sid, st, sub, tax, sub+tax, 'USD', d, d+CASE WHEN n%3=0 THEN 30 ELSE 14 END,
   CASE WHEN st='paid' THEN d+time '10:20'+((CASE WHEN pg_temp.h(n,'late',9)=0 THEN 33+pg_temp.h(n,'ld',20) ELSE pg_temp.h(n,'pd',13) END)||' days')::interval END
 FROM (SELECT row_number() OVER (ORDER BY d, s.id) n, s.account_id a, s.id sid, d::date d, p.amount_cents*s.quantity sub, p.amount_cents*s.quantity*(CASE ac.country_code WHEN 'DE' THEN 19 WHEN 'GB' THEN 20 WHEN 'FR' THEN 20 WHEN 'NL' THEN 21 WHEN 'SE' THEN 25 WHEN 'AU' THEN 10 ELSE 0 END)/100 tax,
   CASE WHEN d>='2026-06-12' OR (s.state='past_due' AND d>='2026-05-01') THEN 'open' WHEN pg_temp.h(s.id*100+extract(month FROM d)::int+extract(year FROM d)::int*7,'iv',40)=0 THEN 'void' WHEN pg_temp.h(s.id*100+extract(month FROM d)::int+extract(year FROM d)::int*7,'iu',45)=0 THEN 'uncollectible' ELSE 'paid' END st
   FROM subscriptions s JOIN plans p ON p.id=s.plan_id JOIN accounts ac ON ac.id=s.account_id, generate_series(s.started_at, least(coalesce(s.canceled_at-interval '1 day','2026-06-30'),'2026-06-30'), CASE p.billing_interval WHEN 'month' THEN interval '1 month' ELSE '1 year' END) d WHERE s.state<>'trialing') z;
INSERT INTO payments SELECT row_number() OVER (ORDER BY t, iid), iid, amt, m, st, fc, t FROM (
  SELECT id iid, total_cents amt, (ARRAY['card','card','card','ach','wire'])[1+pg_temp.h(account_id,'pm',5)] m, CASE WHEN pg_temp.h(id,'rf',60)=0 THEN 'refunded' ELSE 'succeeded' END st, NULL fc, paid_at t FROM invoices WHERE state='paid'
  UNION ALL SELECT id, total_cents, 'card', 'failed', (ARRAY['insufficient_funds','card_expired','do_not_honor','insufficient_funds'])[1+pg_temp.h(id,'fc',4)], issued_on+time '08:05' FROM invoices WHERE state='uncollectible' OR (state='open' AND account_id IN (11,26,43)) OR pg_temp.h(id,'fail',18)=0) z;
INSERT INTO staff VALUES (1,'Marta Keller','marta@loopdesk.example','Support','2022-03-01',NULL),(2,'Joel Abrams','joel@loopdesk.example','Support','2022-09-12',NULL),(3,'Priya Raman','priya@loopdesk.example','Support','2023-05-02',NULL),
 (4,'Tom Hadley','tom@loopdesk.example','Support','2023-11-20','2025-09-30'),(5,'Lucia Ferri','lucia@loopdesk.example','Engineering','2022-01-10',NULL),(6,'Dan Osei','dan@loopdesk.example','Engineering','2024-02-19',NULL),
 (7,'Helga Strand','helga@loopdesk.example','Finance','2022-06-15',NULL),(8,'Yusuf Demir','yusuf@loopdesk.example','Customer Success','2023-08-01',NULL),(9,'Abby Quinn','abby@loopdesk.example','Support','2025-10-06',NULL);
INSERT INTO tickets SELECT row_number() OVER (ORDER BY o), acc, uid, CASE WHEN st='new' THEN NULL WHEN cat='Bug' AND pg_temp.h(g,'eng',3)=0 THEN 5+pg_temp.h(g,'e2',2) WHEN o>='2025-10-06' THEN (ARRAY[1,2,3,9,1])[1+pg_temp.h(g,'as',5)] ELSE (ARRAY[1,2,3,4,1])[1+pg_temp.h(g,'as',5)] END,
   subj, cat, pr, st, o, CASE WHEN st<>'new' THEN o+((12+pg_temp.h(g,'fr',CASE pr WHEN 'urgent' THEN 150 WHEN 'high' THEN 420 ELSE 1900 END))||' minutes')::interval END,
   CASE WHEN st='closed' THEN o+((2000+pg_temp.h(g,'cl',17000))||' minutes')::interval END, CASE WHEN st='closed' AND pg_temp.h(g,'cs',3)<>0 THEN (ARRAY[5,4,5,3,4,5,2,1,4])[1+pg_temp.h(g,'cv',9)] END
 FROM (SELECT g, u.account_id acc, u.id uid, s[1] cat, s[2] subj, (ARRAY['low','normal','normal','normal','high','urgent'])[1+pg_temp.h(g,'pr',6)] pr, u.created_at+(pg_temp.h(g,'to',10000)/10000.0)*(least(coalesce(u.deleted_at,'2026-06-30'),'2026-06-30')-u.created_at) o,
   CASE WHEN u.created_at+(pg_temp.h(g,'to',10000)/10000.0)*(least(coalesce(u.deleted_at,'2026-06-30'),'2026-06-30')-u.created_at)<'2026-05-20' THEN CASE WHEN g%31=0 THEN 'waiting' ELSE 'closed' END ELSE (ARRAY['new','open','waiting','open'])[1+pg_temp.h(g,'ts',4)] END st
   FROM generate_series(1,260) g JOIN users u ON u.id=1+pg_temp.h(g,'tu',(SELECT count(*)::int FROM users)), LATERAL (SELECT (ARRAY[ARRAY['Billing','Wrong VAT on invoice'],ARRAY['Billing','Card was charged twice'],ARRAY['Bug','Export hangs at 99%'],ARRAY['Bug','Dashboard shows wrong totals'],ARRAY['Bug','Slack messages not delivered'],ARRAY['Access','Cannot log in after password reset'],ARRAY['Access','Invite mail never arrived'],ARRAY['Question','How do I add custom fields?'],ARRAY['Feature request','Dark mode please'],ARRAY['Feature request','Calendar view']]) x) y,
   LATERAL (SELECT ARRAY[x[1+pg_temp.h(g,'su',10)][1], x[1+pg_temp.h(g,'su',10)][2]] s) w WHERE u.account_id%9<>4 AND u.created_at<'2026-06-10') z;
ANALYZE;
