// Maps every error to a status and `{error, message?, fields?, values?}`; what is not ours is masked and logged.
import type { FastifyError, FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { hideNumbers } from '#platform/numbers/hide-numbers.ts'
import { isBlind } from '#platform/numbers/number-door.ts'
import { callerOf } from './callers.ts'
import { createRefusalLog } from './log-refusals.ts'
import { dropBody } from './request-bodies.ts'
import { AppError, errorStatus, type ErrorBody, type ErrorCode } from '@guiche/shared/kernel/app-error.ts'

const valueAt = (given: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), given)

/** What is missing is told in the word of the forms, not in that of the library, which sees a number that is none. */
const messageOf = ({ code, message, path }: z.core.$ZodIssue, given: unknown): string =>
  code === 'invalid_type' && (valueAt(given, path) ?? null) === null ? 'Required' : message

/** Field name -> first message, for bad input. */
export function fieldsOf(error: z.ZodError, given: unknown): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) fields[issue.path.join('.') || 'body'] ??= messageOf(issue, given)
  return fields
}

const byFastifyCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'ERR_MALFORMED_BODY',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'ERR_MALFORMED_BODY',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'ERR_MALFORMED_BODY',
  FST_ERR_CTP_BODY_TOO_LARGE: 'ERR_BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'ERR_UNSUPPORTED_MEDIA_TYPE',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'ERR_UNSUPPORTED_MEDIA_TYPE',
  FST_REQ_FILE_TOO_LARGE: 'ERR_MEDIA_TOO_LARGE',
  FST_PARTS_LIMIT: 'ERR_VALIDATION',
  FST_FILES_LIMIT: 'ERR_VALIDATION',
  FST_FIELDS_LIMIT: 'ERR_VALIDATION',
  ENOSPC: 'ERR_STORAGE_FULL',
  // PostgreSQL: text it cannot store, a number out of range, no room, no server.
  '22021': 'ERR_VALIDATION',
  '22P05': 'ERR_VALIDATION',
  '22003': 'ERR_VALIDATION',
  '53100': 'ERR_STORAGE_FULL',
  '57P01': 'ERR_DATABASE_UNAVAILABLE',
  '57P02': 'ERR_DATABASE_UNAVAILABLE',
  '57P03': 'ERR_DATABASE_UNAVAILABLE',
  '53300': 'ERR_DATABASE_UNAVAILABLE',
  // It took longer than `statement_timeout`, or its transaction was ended for saying nothing.
  '57014': 'ERR_DATABASE_UNAVAILABLE',
  '25P03': 'ERR_DATABASE_UNAVAILABLE',
  CONNECTION_CLOSED: 'ERR_DATABASE_UNAVAILABLE',
  CONNECTION_ENDED: 'ERR_DATABASE_UNAVAILABLE',
  CONNECTION_DESTROYED: 'ERR_DATABASE_UNAVAILABLE',
  CONNECT_TIMEOUT: 'ERR_DATABASE_UNAVAILABLE',
  // A database that is being promoted or is a copy takes no writes for a while.
  '25006': 'ERR_DATABASE_UNAVAILABLE',
  ECONNREFUSED: 'ERR_DATABASE_UNAVAILABLE'
}

const lost: ErrorCode = 'ERR_DATABASE_UNAVAILABLE'

/** True for an error of the network (ECONNRESET, EPIPE, EHOSTUNREACH ...) that ended a statement: the driver notes which. */
const isLostLine = (error: Error): boolean => 'syscall' in error && 'query' in error

/** The error itself or the first known one among its causes (Drizzle wraps what the driver throws). */
export function toAppError(error: unknown): AppError | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof AppError) return at
    const code = byFastifyCode[(at as { code?: string }).code ?? ''] ?? (isLostLine(at) ? lost : undefined)
    if (code) return new AppError(code, { cause: error })
  }
  const status = (error as FastifyError | undefined)?.statusCode
  if (status === 429) return new AppError('ERR_TOO_MANY_REQUESTS')
  if (status !== undefined && status >= 400 && status < 500) return new AppError('ERR_MALFORMED_BODY', { cause: error })
  return null
}

/** The body of an answer for an error. */
function errorBody(error: AppError): ErrorBody {
  return {
    error: error.details.errorText ?? error.code,
    ...(error.details.message === undefined ? {} : { message: error.details.message }),
    ...(error.details.fields === undefined ? {} : { fields: error.details.fields }),
    ...(error.details.values === undefined ? {} : { values: error.details.values })
  }
}

/** Installs the one error handler. */
export function handleErrors(app: FastifyInstance): void {
  const logRefusal = createRefusalLog()
  app.setErrorHandler((error, request, reply) => {
    const known = toAppError(error)
    const status = known ? known.status : errorStatus.ERR_INTERNAL
    if (!known) request.log.error({ err: error }, 'a call failed')
    else if (status >= 500) request.log.warn({ err: error, code: known.code }, 'a call could not be served')
    else logRefusal(request, known)
    dropBody(request)
    const said = known ? errorBody(known) : { error: 'ERR_INTERNAL', message: `request ${request.id}` }
    void reply.status(status).send(isBlind(callerOf(request)) ? hideNumbers(said) : said)
  })
}
