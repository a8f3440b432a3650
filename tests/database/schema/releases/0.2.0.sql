
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;

CREATE FUNCTION public.accept(person text, VARIADIC reasons text[]) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  UPDATE refusals SET cleared_at = not_before(at)
  WHERE mailbox IN (SELECT hashes_of(person)) AND reason = ANY (reasons)
    AND (cleared_at IS NULL OR cleared_at < at);
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM mark(ARRAY[person]);
  RETURN true;
END
$$;

CREATE FUNCTION public.add_event(person text, what text) RETURNS void
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
  INSERT INTO events AS waiting (event, email_key) VALUES (what, person)
  ON CONFLICT (email_key, event) WHERE state IN ('waiting', 'sending') DO UPDATE
    SET id = gen_random_uuid(), state = 'waiting', created_at = greatest(excluded.created_at, waiting.created_at),
      due_at = now(), attempts = 0, lease = NULL, reply = NULL
$$;

CREATE FUNCTION public.add_refusal(person text, why text, after timestamp with time zone DEFAULT NULL::timestamp with time zone) RETURNS void
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
  INSERT INTO refusals AS known (mailbox, reason, key_id, at)
  SELECT hash_of(person), why, id, not_before(after) FROM hash_keys ORDER BY created_at, id LIMIT 1
  ON CONFLICT (mailbox, reason) DO UPDATE
    SET at = greatest(excluded.at, known.at, known.cleared_at + interval '1 microsecond')
$$;

CREATE FUNCTION public.confirm_by_link(hash bytea) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
  person people;
BEGIN
  SELECT people.* INTO person FROM links JOIN people USING (email_key)
  WHERE token = hash AND links.created_at > now() - interval '7 days'
  FOR UPDATE OF people;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  IF person.confirmed_at IS NOT NULL AND person.left_at IS NULL THEN
    RETURN true;
  END IF;
  UPDATE people SET confirmed_at = not_before(last_change(people)) WHERE email_key = person.email_key;
  PERFORM accept(person.email_key, 'left');
  -- what asked for this confirmation
  PERFORM withdraw(ARRAY[person.email_key], 'confirm');
  PERFORM add_event(person.email_key, 'confirmed');
  IF person.confirmed_at IS NULL THEN
    -- the worker withdraws it if there is no welcome letter
    INSERT INTO mails AS before (kind, email_key) VALUES ('welcome', person.email_key)
    ON CONFLICT (email_key, kind, letter) WHERE kind <> 'confirm' DO UPDATE
      SET state = 'waiting', wanted_at = now(), due_at = now(), ended_at = NULL, attempts = 0
      WHERE before.state = 'withdrawn';
  END IF;
  RETURN true;
END
$$;

CREATE FUNCTION public.count_visits(counts jsonb) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
BEGIN
  -- replicas take turns, or each would judge by a part of the day
  LOCK TABLE visits IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO visits AS present (day, path, source, count)
  SELECT today, path, source, sum(count)
  FROM jsonb_to_recordset(counts) AS line (path text, source text, count bigint)
  GROUP BY path, source
  ON CONFLICT (day, path, source) DO UPDATE SET count = present.count + excluded.count;
  WITH small AS (
    SELECT source FROM visits WHERE day = today AND source NOT IN ('', 'other')
    GROUP BY source ORDER BY sum(count) DESC, source OFFSET 100
  ), removed AS (
    DELETE FROM visits USING small WHERE day = today AND visits.source = small.source
    RETURNING path, count
  )
  INSERT INTO visits AS present (day, path, source, count)
  SELECT today, path, 'other', sum(count) FROM removed GROUP BY path
  ON CONFLICT (day, path, source) DO UPDATE SET count = present.count + excluded.count;
END
$$;

CREATE FUNCTION public.data_by_link(hash bytea) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  SELECT to_jsonb(people) - 'email_key' || jsonb_build_object(
    'invited_at', invited_at(people), 'invite_code', invite_code(people), 'welcomed_at', welcomed_at(people),
    'referrals', referrals(people)::text,
    'mails', coalesce((
      SELECT jsonb_agg(jsonb_build_object('kind', kind, 'state', state, 'at', coalesce(ended_at, wanted_at))
        ORDER BY coalesce(ended_at, wanted_at))
      FROM sendings WHERE sendings.email_key = people.email_key AND kind <> 'webhook'
    ), '[]')
  )
  FROM links JOIN people USING (email_key) WHERE token = hash
$$;

CREATE FUNCTION public.ensure_code(person text) RETURNS text
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
  UPDATE people SET referral_code = coalesce(referral_code, new_referral_code())
  WHERE email_key = person AND confirmed_at IS NOT NULL AND left_at IS NULL
  RETURNING referral_code
$$;

CREATE FUNCTION public.erase(person text, detail jsonb DEFAULT '{}'::jsonb) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
  last timestamptz;
  listed integer;
  quarantined integer;
BEGIN
  -- in the order of the fold, or the two could wait for each other
  DELETE FROM inbox WHERE email_key = person;
  DELETE FROM people WHERE email_key = person RETURNING last_change(people) INTO last;
  listed := CASE WHEN FOUND THEN 1 ELSE 0 END;
  DELETE FROM quarantine WHERE email_key = person;
  GET DIAGNOSTICS quarantined = ROW_COUNT;
  IF listed + quarantined = 0 THEN
    RETURN 0;
  END IF;
  DELETE FROM events WHERE email_key = person;
  DELETE FROM reports WHERE email_key = person AND applied_at IS NULL;
  PERFORM forget_mails(person);
  PERFORM add_refusal(person, 'erased', last);
  PERFORM record_change('erase', person, jsonb_build_object('signups', listed + quarantined) || detail);
  RETURN listed + quarantined;
END
$$;

CREATE FUNCTION public.erase_by_link(hash bytea) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
  person text;
BEGIN
  SELECT people.email_key INTO person FROM links JOIN people USING (email_key) WHERE token = hash;
  RETURN FOUND AND erase(person, '{"by": "the person"}') > 0;
END
$$;

CREATE FUNCTION public.forget_mails(person text) RETURNS void
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
  DELETE FROM links WHERE email_key = person;
  DELETE FROM mails WHERE email_key = person AND state IN ('waiting', 'withdrawn');
  UPDATE mails SET email_key = NULL, letter = '', reply = NULL, network = NULL, code = NULL
  WHERE email_key = person;
$$;

CREATE TABLE public.people (
    email_key text NOT NULL,
    email text NOT NULL,
    answers jsonb NOT NULL,
    joined_at timestamp with time zone DEFAULT now() NOT NULL,
    source text,
    agreed_to text,
    agreed_at timestamp with time zone,
    confirmed_at timestamp with time zone,
    left_at timestamp with time zone,
    undeliverable_at timestamp with time zone,
    referral_code text,
    corrected_at timestamp with time zone
);

CREATE FUNCTION public.friends(person public.people) RETURNS SETOF public.people
    LANGUAGE sql STABLE
    AS $_$
  SELECT * FROM people AS friend
  WHERE friend.source = person.referral_code AND friend.source ~ '^[bcdfghjklmnpqrstvwxz]{10}$'
    AND friend.confirmed_at IS NOT NULL AND friend.left_at IS NULL
    AND friend.email_key <> person.email_key
$_$;

CREATE FUNCTION public.hash_of(person text) RETURNS bytea
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  SELECT sha256(secret || convert_to(person, 'UTF8')) FROM hash_keys ORDER BY created_at, id LIMIT 1
$$;

CREATE FUNCTION public.hashes_of(person text) RETURNS SETOF bytea
    LANGUAGE sql STABLE ROWS 2
    SET search_path TO 'public', 'pg_temp'
    AS $$
  SELECT sha256(secret || convert_to(person, 'UTF8')) FROM hash_keys
$$;

CREATE FUNCTION public.invite_code(person public.people) RETURNS text
    LANGUAGE sql STABLE
    AS $$
  SELECT code FROM mails WHERE mails.email_key = person.email_key AND kind = 'invite'
$$;

CREATE FUNCTION public.invited_at(person public.people) RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
  SELECT wanted_at FROM mails
  WHERE mails.email_key = person.email_key AND kind = 'invite' AND state <> 'withdrawn'
$$;

CREATE FUNCTION public.last_change(person public.people) RETURNS timestamp with time zone
    LANGUAGE sql IMMUTABLE
    AS $$
  SELECT greatest(person.joined_at, person.agreed_at, person.confirmed_at, person.left_at, person.corrected_at)
$$;

CREATE FUNCTION public.leave_by_link(hash bytea) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
DECLARE
  person people;
BEGIN
  SELECT people.* INTO person FROM links JOIN people USING (email_key) WHERE token = hash
  FOR UPDATE OF people;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  IF person.left_at IS NULL THEN
    PERFORM refuse(person.email_key, 'left');
    PERFORM add_event(person.email_key, 'left');
  END IF;
  RETURN true;
END
$$;

CREATE FUNCTION public.mark(keys text[]) RETURNS void
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
  UPDATE people SET left_at = refused.left_at, undeliverable_at = refused.undeliverable_at,
    joined_at = greatest(joined_at, ended_at + interval '1 microsecond')
  FROM refusals_of(keys) AS refused
  WHERE people.email_key = refused.email_key AND (joined_at <= ended_at OR
    (people.left_at, people.undeliverable_at) IS DISTINCT FROM (refused.left_at, refused.undeliverable_at))
$$;

CREATE FUNCTION public.new_referral_code() RETURNS text
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
  SELECT string_agg(substr('bcdfghjklmnpqrstvwxz', get_byte(bytes, at) % 20 + 1, 1), '')
  FROM (SELECT uuid_send(gen_random_uuid()) AS bytes) AS random,
    unnest(ARRAY[0, 1, 2, 3, 4, 5, 9, 10, 11, 12]) AS at
$$;

CREATE FUNCTION public.not_before(VARIADIC times timestamp with time zone[]) RETURNS timestamp with time zone
    LANGUAGE sql
    AS $$
  SELECT greatest(clock_timestamp(), max(time)) FROM unnest(times) AS time
$$;

CREATE FUNCTION public.record_change(command text, person text, detail jsonb) RETURNS void
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
  INSERT INTO history (command, key_id, mailbox, detail)
  SELECT command, id, hash_of(person), detail FROM hash_keys ORDER BY created_at, id LIMIT 1
$$;

CREATE FUNCTION public.refer_by_link(hash bytea) RETURNS text
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  SELECT ensure_code(email_key) FROM links WHERE token = hash
$$;

CREATE FUNCTION public.referral_domains(person public.people) RETURNS integer
    LANGUAGE sql STABLE
    AS $$
  SELECT count(DISTINCT split_part(email_key, '@', 2))::integer FROM friends(person)
$$;

CREATE FUNCTION public.referrals(person public.people) RETURNS integer
    LANGUAGE sql STABLE
    AS $$
  SELECT CASE WHEN person.referral_code IS NOT NULL THEN (
    SELECT count(*)::integer FROM friends(person)
  ) END
$$;

CREATE FUNCTION public.refusals_of(keys text[]) RETURNS TABLE(email_key text, left_at timestamp with time zone, undeliverable_at timestamp with time zone, ended_at timestamp with time zone)
    LANGUAGE sql STABLE ROWS 10
    SET search_path TO 'public', 'pg_temp'
    AS $$
  SELECT key, max(at) FILTER (WHERE reason = 'left'),
    max(at) FILTER (WHERE reason IN ('bounced', 'complained')),
    max(at) FILTER (WHERE reason IN ('erased', 'moved'))
  FROM unnest(keys) AS key CROSS JOIN hash_keys
    LEFT JOIN refusals ON mailbox = sha256(secret || convert_to(key, 'UTF8'))
      AND (cleared_at IS NULL OR cleared_at < at)
  GROUP BY key
$$;

CREATE FUNCTION public.refuse(person text, why text) RETURNS void
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
  SELECT add_refusal(person, why, (SELECT last_change(people) FROM people WHERE email_key = person));
  SELECT mark(ARRAY[person]);
  SELECT withdraw(ARRAY[person]);
$$;

CREATE FUNCTION public.welcomed_at(person public.people) RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
  SELECT ended_at FROM mails
  WHERE mails.email_key = person.email_key AND kind = 'welcome' AND state IN ('sent', 'written')
$$;

CREATE FUNCTION public.withdraw(keys text[], only_kind text DEFAULT NULL::text) RETURNS void
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
  UPDATE mails SET state = 'withdrawn', ended_at = now(), network = NULL
  WHERE email_key = ANY (keys) AND state = 'waiting' AND kind = coalesce(only_kind, kind)
$$;

CREATE TABLE public.events (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    event text NOT NULL,
    email_key text NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    lease uuid,
    reply text,
    CONSTRAINT events_event_check CHECK ((event = ANY (ARRAY['joined'::text, 'confirmed'::text, 'left'::text]))),
    CONSTRAINT events_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text])))
);

CREATE TABLE public.hash_keys (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    secret bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.history (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    command text NOT NULL,
    key_id uuid,
    mailbox bytea,
    detail jsonb DEFAULT '{}'::jsonb NOT NULL
);

CREATE TABLE public.inbox (
    email text,
    email_key text NOT NULL,
    answers jsonb,
    honeypot text,
    agreed_to text,
    source text,
    network bytea,
    sent_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
)
WITH (autovacuum_vacuum_threshold='10000', autovacuum_vacuum_scale_factor='0');

CREATE TABLE public.jobs (
    name text NOT NULL,
    last_run_at timestamp with time zone NOT NULL
);

CREATE TABLE public.letters (
    id text NOT NULL,
    subject text NOT NULL,
    html text,
    text text,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.links (
    token bytea NOT NULL,
    email_key text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.mails (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    kind text NOT NULL,
    email_key text,
    letter text DEFAULT ''::text NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    wanted_at timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    lease uuid,
    reply text,
    mailbox bytea,
    network bytea,
    turn integer DEFAULT 0 NOT NULL,
    code text,
    CONSTRAINT mails_kind_check CHECK ((kind = ANY (ARRAY['confirm'::text, 'welcome'::text, 'invite'::text, 'announce'::text]))),
    CONSTRAINT mails_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'written'::text, 'failed'::text, 'withdrawn'::text])))
);

CREATE TABLE public.notices (
    kind text NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    counted_until timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    reply text,
    CONSTRAINT notices_kind_check CHECK ((kind = ANY (ARRAY['chat'::text, 'late'::text, 'week'::text])))
);

CREATE TABLE public.pgmigrations (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    run_on timestamp without time zone NOT NULL
);

CREATE SEQUENCE public.pgmigrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.pgmigrations_id_seq OWNED BY public.pgmigrations.id;

CREATE TABLE public.quarantine (
    email_key text NOT NULL,
    email text NOT NULL,
    answers jsonb NOT NULL,
    honeypot text NOT NULL,
    agreed_to text,
    source text,
    joined_at timestamp with time zone NOT NULL
);

CREATE TABLE public.refusals (
    mailbox bytea NOT NULL,
    reason text NOT NULL,
    key_id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    cleared_at timestamp with time zone,
    CONSTRAINT refusals_reason_check CHECK ((reason = ANY (ARRAY['bounced'::text, 'complained'::text, 'left'::text, 'erased'::text, 'moved'::text])))
);

CREATE TABLE public.reports (
    id bigint NOT NULL,
    event_id text,
    kind text NOT NULL,
    email_key text,
    message_id text,
    status text,
    reported_at timestamp with time zone DEFAULT now() NOT NULL,
    applied_at timestamp with time zone,
    CONSTRAINT reports_email_key_check CHECK ((length(email_key) <= 320)),
    CONSTRAINT reports_event_id_check CHECK ((length(event_id) <= 200)),
    CONSTRAINT reports_kind_check CHECK ((kind = ANY (ARRAY['refused'::text, 'complaint'::text]))),
    CONSTRAINT reports_message_id_check CHECK ((length(message_id) <= 998)),
    CONSTRAINT reports_status_check CHECK ((length(status) <= 9))
);

ALTER TABLE public.reports ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reports_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.sendings AS
 SELECT mails.id,
    mails.kind,
    mails.letter AS about,
    mails.email_key,
    mails.state,
    mails.wanted_at,
    mails.due_at,
    mails.ended_at,
    mails.attempts,
    mails.reply
   FROM public.mails
UNION ALL
 SELECT events.id,
    'webhook'::text AS kind,
    events.event AS about,
    events.email_key,
    events.state,
    events.created_at AS wanted_at,
    events.due_at,
    events.ended_at,
    events.attempts,
    events.reply
   FROM public.events;

CREATE TABLE public.visits (
    day date NOT NULL,
    path text NOT NULL,
    source text NOT NULL,
    count bigint NOT NULL,
    CONSTRAINT visits_count_check CHECK ((count > 0)),
    CONSTRAINT visits_path_check CHECK ((char_length(path) <= 200)),
    CONSTRAINT visits_source_check CHECK ((char_length(source) <= 64))
);

CREATE VIEW public.waitlist AS
 SELECT email,
    joined_at,
    confirmed_at,
    source,
    referral_code,
    (answers ->> 'first_name'::text) AS first_name,
    (answers ->> 'last_name'::text) AS last_name,
    (answers ->> 'company'::text) AS company,
    (answers ->> 'role'::text) AS role
   FROM public.people
  WHERE (left_at IS NULL);

ALTER TABLE ONLY public.pgmigrations ALTER COLUMN id SET DEFAULT nextval('public.pgmigrations_id_seq'::regclass);

INSERT INTO public.events VALUES ('d4fdf64f-29c1-4312-9f9b-45b91100fa99', 'joined', 'ada@example.com', 'failed', '2026-11-26 01:43:43.828186+00', '2026-11-26 01:43:43.827663+00', NULL, 0, NULL, '500');

INSERT INTO public.hash_keys VALUES ('b9503064-3fb6-488a-bb55-62124bdb1688', '\x5fd8076ba012449a8adf6328aa8896cd6da4775784bc427394e7d6ea42d2b62d', '2026-11-26 01:43:43.092682+00');

INSERT INTO public.history VALUES ('2026-11-26 01:43:43.892506+00', 'erase', 'b9503064-3fb6-488a-bb55-62124bdb1688', '\x4dbe505f59087f02cebe361b6a2f797001635746eff3084ea495c1fcd98822c2', '{"signups": 1}');

INSERT INTO public.inbox VALUES ('bo@example.com', 'bo@example.com', '{"role": "x"}', NULL, 'v', 'press', '\xab', '2026-11-26 01:43:43.752362+00');

INSERT INTO public.jobs VALUES ('purge', '2026-11-26 01:43:43.843321+00');

INSERT INTO public.letters VALUES ('a1', 'News', '<p>News</p>
', 'News
and more', '2026-11-26 01:43:43.807559+00');

INSERT INTO public.links VALUES ('\x746f6b656e206f66206120706572736f6e', 'ada@example.com', '2026-11-26 01:43:43.81612+00');

INSERT INTO public.mails VALUES ('0334e517-3435-4a10-8a33-2dabf0a7ce1a', 'confirm', 'ada@example.com', '', 'sent', '2026-11-26 01:43:43.780879+00', '2026-11-26 01:43:43.780879+00', '2026-11-26 01:43:43.780879+00', 1, NULL, '450', '\xf195ef732331e4a56f39165fa5dacb842af368c60dabb7c54ca2a3a818f40e02', '\xab', 2, 'x7-_');
INSERT INTO public.mails VALUES ('57c0bef4-748d-4084-906c-d4ef25e766d0', 'welcome', 'ada@example.com', '', 'waiting', '2026-11-26 01:43:43.780879+00', '2026-11-26 01:43:43.780879+00', NULL, 1, NULL, '450', '\xf195ef732331e4a56f39165fa5dacb842af368c60dabb7c54ca2a3a818f40e02', '\xab', 2, 'x7-_');
INSERT INTO public.mails VALUES ('f607b092-2f53-45d0-ac7e-a44aa2157d05', 'announce', 'ada@example.com', 'a1', 'waiting', '2026-11-26 01:43:43.780879+00', '2026-11-26 01:43:43.780879+00', NULL, 1, NULL, '450', '\xf195ef732331e4a56f39165fa5dacb842af368c60dabb7c54ca2a3a818f40e02', '\xab', 2, 'x7-_');

INSERT INTO public.notices VALUES ('week', '827f61aa-ed22-4145-ac37-7e8996d81e21', '2026-11-26 01:43:43.838485+00', '2026-11-26 01:43:43.838485+00', 0, NULL);

INSERT INTO public.people VALUES ('ada@example.com', 'Ada+x@example.com', '{"first_name": "Ada"}', '2026-01-01 00:00:00+00', 'press', '2026-01-01', '2026-01-01 00:00:00+00', '2026-01-02 00:00:00+00', NULL, NULL, 'bcdfghjklm', '2026-01-03 00:00:00+00');

INSERT INTO public.pgmigrations VALUES (1, '0001_waitlist', '2026-11-26 01:43:43.092682');
INSERT INTO public.pgmigrations VALUES (2, '0002_emails', '2026-11-26 01:43:43.092682');
INSERT INTO public.pgmigrations VALUES (3, '0003_visits', '2026-11-26 01:43:43.092682');

INSERT INTO public.quarantine VALUES ('bot@example.com', 'bot@example.com', '{"role": "x"}', 'x', 'v', 'press', '2026-11-26 01:43:43.729657+00');

INSERT INTO public.refusals VALUES ('\x4dbe505f59087f02cebe361b6a2f797001635746eff3084ea495c1fcd98822c2', 'erased', 'b9503064-3fb6-488a-bb55-62124bdb1688', '2026-11-26 01:43:43.88599+00', NULL);

INSERT INTO public.reports VALUES (1, 'event', 'refused', 'ada@example.com', 'x@y.example', '5.1.1', '2026-11-26 01:43:43.834179+00', NULL);

INSERT INTO public.visits VALUES ('2026-01-31', '/', 'press', 3);
INSERT INTO public.visits VALUES ('2026-01-31', '/features', '', 1);

SELECT pg_catalog.setval('public.pgmigrations_id_seq', 3, true);

SELECT pg_catalog.setval('public.reports_id_seq', 1, false);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.hash_keys
    ADD CONSTRAINT hash_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.letters
    ADD CONSTRAINT letters_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_pkey PRIMARY KEY (token);

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.notices
    ADD CONSTRAINT notices_pkey PRIMARY KEY (kind);

ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (email_key);

ALTER TABLE ONLY public.pgmigrations
    ADD CONSTRAINT pgmigrations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.quarantine
    ADD CONSTRAINT quarantine_pkey PRIMARY KEY (email_key, joined_at);

ALTER TABLE ONLY public.refusals
    ADD CONSTRAINT refusals_pkey PRIMARY KEY (mailbox, reason);

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_event_id_key UNIQUE (event_id);

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.visits
    ADD CONSTRAINT visits_pkey PRIMARY KEY (day, path, source);

CREATE INDEX events_due ON public.events USING btree (due_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));

CREATE INDEX events_ended ON public.events USING btree (ended_at);

CREATE INDEX events_person ON public.events USING btree (email_key, created_at);

CREATE UNIQUE INDEX events_waiting ON public.events USING btree (email_key, event) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));

CREATE UNIQUE INDEX history_entry ON public.history USING btree (at, command, COALESCE(mailbox, '\x'::bytea));

CREATE INDEX history_mailbox ON public.history USING btree (mailbox);

CREATE INDEX links_person ON public.links USING btree (email_key);

CREATE UNIQUE INDEX mails_confirmation ON public.mails USING btree (email_key) WHERE ((kind = 'confirm'::text) AND (state = ANY (ARRAY['waiting'::text, 'sending'::text])));

CREATE INDEX mails_due ON public.mails USING btree (kind, turn, due_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));

CREATE INDEX mails_ended ON public.mails USING btree (kind, ended_at) INCLUDE (state) WHERE (ended_at IS NOT NULL);

CREATE INDEX mails_letter ON public.mails USING btree (letter, due_at) WHERE ((kind = 'announce'::text) AND (state = ANY (ARRAY['waiting'::text, 'sending'::text])));

CREATE INDEX mails_mailbox ON public.mails USING btree (mailbox, ended_at);

CREATE INDEX mails_network ON public.mails USING btree (network, turn) WHERE (network IS NOT NULL);

CREATE UNIQUE INDEX mails_once ON public.mails USING btree (email_key, kind, letter) WHERE (kind <> 'confirm'::text);

CREATE INDEX mails_person ON public.mails USING btree (email_key, kind);

CREATE INDEX mails_sending ON public.mails USING btree (kind) WHERE (state = 'sending'::text);

CREATE INDEX people_friends ON public.people USING btree (source) WHERE ((confirmed_at IS NOT NULL) AND (source ~ '^[bcdfghjklmnpqrstvwxz]{10}$'::text));

CREATE INDEX quarantine_joined ON public.quarantine USING btree (joined_at);

CREATE INDEX reports_person ON public.reports USING btree (email_key) WHERE (applied_at IS NULL);

CREATE INDEX reports_waiting ON public.reports USING btree (id) WHERE (applied_at IS NULL);

ALTER TABLE ONLY public.history
    ADD CONSTRAINT history_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.hash_keys(id);

ALTER TABLE ONLY public.refusals
    ADD CONSTRAINT refusals_key_id_fkey FOREIGN KEY (key_id) REFERENCES public.hash_keys(id);

