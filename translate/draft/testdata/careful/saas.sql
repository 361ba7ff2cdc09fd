-- A software company: subscriptions that ended, plans with prices that invoices repeat, tickets with three dates, users that are not
-- accounts, events that have a type and tickets that have a category, trials, currencies.
CREATE SCHEMA IF NOT EXISTS public;
CREATE TYPE ticket_priority AS ENUM ('low','normal','high','urgent');
CREATE TABLE plans(plan_code text primary key, plan_name text not null, monthly_fee numeric(8,2) not null, max_users int);
CREATE TABLE accounts(account_id bigint primary key, company_name text not null, industry text, country_code char(2), created_at timestamptz not null, churned_at timestamptz, is_trial boolean not null, owner_user_id bigint);
CREATE TABLE users(user_id bigint primary key, account_id bigint not null references accounts, display_name text not null, email text not null unique, role text not null, last_login_at timestamptz, created_at timestamptz not null, deactivated boolean not null);
ALTER TABLE accounts ADD FOREIGN KEY (owner_user_id) REFERENCES users;
CREATE TABLE subscriptions(subscription_id bigint primary key, account_id bigint not null references accounts, plan_code text not null references plans, started_on date not null, ended_on date, seats int not null, discount_pct numeric(4,1));
CREATE TABLE invoices(invoice_id bigint primary key, account_id bigint not null references accounts, issued_on date not null, due_on date not null, paid_on date, amount numeric(10,2) not null, currency char(3) not null, voided boolean not null);
CREATE TABLE tickets(ticket_id bigint primary key, account_id bigint not null references accounts, opened_by bigint not null references users, assignee_id bigint, subject text not null, category text not null, priority ticket_priority not null, opened_at timestamptz not null, first_response_at timestamptz, closed_at timestamptz);
CREATE TABLE agents(agent_id bigint primary key, agent_name text not null, team text not null, manager_id bigint references agents);
ALTER TABLE tickets ADD FOREIGN KEY (assignee_id) REFERENCES agents;
CREATE TABLE ticket_events(event_id bigint primary key, ticket_id bigint not null references tickets, event_type text not null, happened_at timestamptz not null);
CREATE TABLE usage_daily(account_id bigint references accounts, day date, api_calls bigint not null, storage_mb numeric(12,1) not null, primary key(account_id, day));
CREATE TABLE feature_flags(flag_id int primary key, flag_name text not null, enabled boolean not null);
CREATE TABLE account_flags(account_id bigint references accounts, flag_id int references feature_flags, primary key(account_id, flag_id));
INSERT INTO plans VALUES ('free','Free',0,2),('team','Team',49,10),('biz','Business',199,50),('ent','Enterprise',999,NULL),('old','Legacy',29,5);
INSERT INTO accounts SELECT i,(array['Nimbus','Quartz','Vertex','Lumen','Orbit'])[1+i%5]||' '||i,(array['retail','health','finance',NULL])[1+i%4],(array['DE','FR','US','GB'])[1+(i*i)%4],timestamptz '2021-01-01 10:00+00'+i*interval '9 days',CASE WHEN i%7=0 THEN timestamptz '2024-02-01 00:00+00'+i*interval '1 day' END,i%6=0,NULL FROM generate_series(1,120) i;
INSERT INTO users SELECT i,1+(i*3)%115,(array['Pat','Robin','Sam','Kim'])[1+i%4]||' '||chr(65+i%26)||'.',  'u'||i||'@x.test',(array['admin','member','viewer'])[1+i%3],CASE WHEN i%8=0 THEN NULL ELSE timestamptz '2024-01-01 00:00+00'+(i*13)%300*interval '1 day' END,timestamptz '2021-02-01 00:00+00'+i*interval '3 days',i%10=0 FROM generate_series(1,400) i;
UPDATE accounts a SET owner_user_id=(SELECT min(user_id) FROM users u WHERE u.account_id=a.account_id);
INSERT INTO subscriptions SELECT i,1+(i*7)%110,(array['free','team','biz','ent'])[1+(i*i)%4],date '2022-01-01'+(i*11)%900,CASE WHEN i%3=0 THEN date '2022-01-01'+(i*11)%900+120 END,1+(i*5)%60,CASE WHEN i%4=0 THEN 10.0 END FROM generate_series(1,180) i;
INSERT INTO invoices SELECT i,1+(i*7)%110,date '2023-01-01'+(i*2)%720,date '2023-01-01'+(i*2)%720+30,CASE WHEN i%5=0 THEN NULL ELSE date '2023-01-01'+(i*2)%720+(i*3)%45 END,29+(i*23)%1500,(array['EUR','USD','GBP'])[1+i%3],i%17=0 FROM generate_series(1,700) i;
INSERT INTO agents SELECT i,'Agent '||chr(64+i),(array['Billing','Technical'])[1+i%2],CASE WHEN i>2 THEN 1+i%2 END FROM generate_series(1,9) i;
INSERT INTO tickets SELECT i,1+(i*3)%115,i%400+1,CASE WHEN i%9=0 THEN NULL ELSE 1+i%8 END,'Ticket about thing '||i,(array['billing','bug','how-to','outage'])[1+i%4],(array['low','normal','high','urgent'])[1+(i*3)%4]::ticket_priority,timestamptz '2023-03-01 08:00+00'+i*interval '17 hours',CASE WHEN i%12=0 THEN NULL ELSE timestamptz '2023-03-01 09:00+00'+i*interval '17 hours' END,CASE WHEN i%4=0 THEN NULL ELSE timestamptz '2023-03-02 08:00+00'+i*interval '17 hours' END FROM generate_series(1,640) i;
INSERT INTO ticket_events SELECT i,1+(i*7)%640,(array['comment','assigned','reopened','closed'])[1+i%4],timestamptz '2023-03-01 00:00+00'+i*interval '7 hours' FROM generate_series(1,1500) i;
INSERT INTO usage_daily SELECT a,date '2024-01-01'+d,(a*d*31)%9000,(a*13)%5000 FROM generate_series(1,60) a, generate_series(0,27) d;
INSERT INTO feature_flags VALUES (1,'dark_mode',true),(2,'beta_search',false),(3,'sso',true);
INSERT INTO account_flags SELECT a,1+(a%3) FROM generate_series(1,40) a;
