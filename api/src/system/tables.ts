import pg from 'pg'
import type { Session } from './session.ts'

export interface Column {
  readonly name: string
  readonly type: string
  /** Numbered by this database, so that another one has the same number for another row. */
  readonly isIdentity: boolean
}

export interface Table {
  readonly name: string
  /** Those that can be written. */
  readonly columns: readonly Column[]
  /** Whether a row is known by a unique key that is the same in another database. */
  readonly hasKey: boolean
}

/** Where a restore builds the tables of a backup. Nobody else sees them, and no crash leaves them behind. */
export const STAGING = 'pg_temp'

export type Schema = 'public' | typeof STAGING

const SCHEMAS: Readonly<Record<Schema, string>> = {
  public: "'public'::regnamespace",
  [STAGING]: 'pg_my_temp_schema()',
}

/** Tables that are no content: a backup has the names of the migrations in its header. */
const LEFT_OUT: readonly string[] = ['pgmigrations']

/** A table that others refer to was made before them. Tables of another role are not the installation's. */
const FIND = (schema: Schema): string => `
  SELECT relname AS name, json_agg(json_build_object(
      'name', attname, 'type', format_type(atttypid, NULL), 'isIdentity', attidentity <> ''
    ) ORDER BY attnum) FILTER (WHERE attgenerated = '') AS columns, EXISTS (
      SELECT FROM pg_index WHERE indrelid = pg_class.oid AND indisunique AND NOT EXISTS (
        SELECT FROM pg_attribute AS numbered
        WHERE attrelid = indrelid AND attnum = ANY (indkey) AND attidentity <> ''
      )
    ) AS "hasKey"
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
  WHERE relnamespace = ${SCHEMAS[schema]} AND relkind IN ('r', 'p') AND NOT relispartition
    AND pg_has_role(relowner, 'USAGE') AND relname <> ALL ($1)
    AND attnum > 0 AND NOT attisdropped
  GROUP BY pg_class.oid, relname
  ORDER BY pg_class.oid`

/** The tables of a schema, as the database lists them. */
export const tablesOf = (session: Session, schema: Schema): Promise<Table[]> =>
  session.query<Table>(FIND(schema), [LEFT_OUT])

export const quote = pg.escapeIdentifier

/** The columns of a table for a statement. */
export const listOf = (columns: readonly Column[]): string =>
  columns.map(({ name }) => quote(name)).join(', ')
