import { FIELD_NAMES, type FieldName, type WaitlistForm } from '@ad-kit/contract'

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name

/** A field's name in the form's state (spec §3). It is sent under its `FieldName`. */
export type Key = Camel<FieldName>

/** Turns `first_name` into `firstName`. */
export const keyOf = (name: FieldName): Key =>
  name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as Key

/** The form's values, in which an empty field is an empty string. */
export type Values = Readonly<Record<Key, string>>

/** Returns the given fields' values by their keys. */
export const byKey = <Value>(
  form: Partial<Record<FieldName, Value>>,
): Partial<Record<Key, Value>> =>
  Object.fromEntries(
    FIELD_NAMES.flatMap((name) => {
      const value = form[name]
      return value === undefined ? [] : [[keyOf(name), value]]
    }),
  )

export const toBody = (values: Values): WaitlistForm =>
  Object.fromEntries(FIELD_NAMES.map((name) => [name, values[keyOf(name)]])) as WaitlistForm

export const EMPTY = Object.fromEntries(FIELD_NAMES.map((name) => [keyOf(name), ''])) as Values
