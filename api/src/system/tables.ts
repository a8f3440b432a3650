import pg from 'pg'
import type { Session } from './session.ts'

export interface Column {
  readonly name: string
  readonly type: string
  /**
   * True if the database assigns the column's numbers. In another database, the same number identifies a different row.
   */
  readonly isIdentity: boolean
}

export interface Table {
  readonly name: string
  /** The writable columns. */
  readonly columns: readonly Column[]
  /** True if a unique key identifies a row in any database. */
  readonly hasKey: boolean
}

/** The schema in which a restore builds a backup's tables. Other sessions cannot see them, and a crash removes them. */
export const STAGING = 'pg_temp'

export type Schema = 'public' | typeof STAGING

const SCHEMAS: Readonly<Record<Schema, string>> = {
  public: "'public'::regnamespace",
  [STAGING]: 'pg_my_temp_schema()',
}

/** Backups leave these tables out, because a backup's header lists the migrations. */
const LEFT_OUT: readonly string[] = ['pgmigrations']

/**
 * Finds tables in order of creation, so that each comes before those that refer to it. Tables of other roles are left
 * out.
 */
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

export const tablesOf = (session: Session, schema: Schema): Promise<Table[]> =>
  session.query<Table>(FIND(schema), [LEFT_OUT])

export const quote = pg.escapeIdentifier

/** Returns the quoted column names, separated by commas. */
export const listOf = (columns: readonly Column[]): string =>
  columns.map(({ name }) => quote(name)).join(', ')
