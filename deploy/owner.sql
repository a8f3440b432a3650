-- Creates the role that owns the tables and isn't a superuser. The `owner` service runs this as the superuser at each
-- start and upgrade. Repeating it has no effect.

SELECT 'CREATE ROLE waitlist_owner LOGIN'
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'waitlist_owner') \gexec

-- The owner creates the API's role and sets its password. Since Postgres 16, CREATEROLE covers only roles that its
-- holder created.
ALTER ROLE waitlist_owner NOSUPERUSER CREATEROLE;

SELECT 'ALTER DATABASE waitlist OWNER TO waitlist_owner'
FROM pg_database WHERE datname = 'waitlist' AND datdba <> 'waitlist_owner'::regrole \gexec

-- The login rules. On the socket, the owner needs no password, and the superuser is accepted only from the server's
-- account, which only `db` and `owner` use. Over TCP, only the API's role has a known password.
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
