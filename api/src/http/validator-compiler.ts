import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

/** Makes Fastify validate with TypeBox's compiler, as the owner's program does. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const validator = Compile(schema)
  return (value) => validator.Check(value) || { error: validator.Errors(value) }
}
