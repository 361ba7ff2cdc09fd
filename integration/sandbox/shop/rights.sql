-- Who may read what. Roles belong to the whole server, so another database may have made them already, even in this
-- very moment.

DO $$
BEGIN
    BEGIN
        CREATE ROLE demo LOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
    BEGIN
        CREATE ROLE dba LOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
END $$;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO demo, dba;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO demo, dba;
REVOKE ALL ON salaries FROM demo;

ALTER TABLE support_tickets ENABLE ROW LEVEL SECURITY;
CREATE POLICY dba_sees_all ON support_tickets FOR SELECT TO dba USING (true);
CREATE POLICY own_region ON support_tickets FOR SELECT
    USING (region_id = (SELECT u.region_id FROM "user" u WHERE u.login = current_user));
