-- Creates the role that owns the tables and isn't a superuser. The service `owner` runs this as the superuser at each
-- start and upgrade; a second run has no effect.

SELECT 'CREATE ROLE waitlist_owner LOGIN'
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'waitlist_owner') \gexec

-- It creates the API's role and sets its password. Since Postgres 16, CREATEROLE covers only roles that it created.
ALTER ROLE waitlist_owner NOSUPERUSER CREATEROLE;

SELECT 'ALTER DATABASE waitlist OWNER TO waitlist_owner'
FROM pg_database WHERE datname = 'waitlist' AND datdba <> 'waitlist_owner'::regrole \gexec

-- These are the rules of login. The socket asks the owner for no password; it takes the superuser only from the
-- account of the server, which no other container has. By TCP, only the API's role has a known password.
\set ident 'administrator postgres waitlist\n'
\set hba 'local all waitlist peer map=administrator\nlocal waitlist waitlist_owner trust\nhost all all all scram-sha-256\n'
SELECT format('COPY (SELECT unnest(string_to_array(rtrim(%L, %3$L), %3$L))) TO %2$L', content, file, E'\n')
FROM (VALUES
  (1, :'ident', current_setting('ident_file')),
  (2, :'hba', current_setting('hba_file'))
) AS wanted (place, content, file)
WHERE pg_read_file(file) <> content
ORDER BY place \gexec
SELECT pg_reload_conf();
