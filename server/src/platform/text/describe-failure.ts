// What may be written down of a failure: where it broke and why, never the data that was worked on.
import { z } from 'zod'

export interface Failure {
  type: string
  code?: string
  message: string
  stack?: string
  cause?: Failure
}

/** pg-boss tells a worker's error as a plain object: the error's own fields, its message and its stack. */
const isErrorLike = (error: unknown): error is Omit<Error, 'name'> & { name?: string } =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'

/**
 * Drizzle puts a statement's parameters into its message and zod quotes what it was given, so the cause speaks for the
 * one and the paths for the other.
 */
export function describeFailure(error: unknown, depth = 5): Failure {
  if (error instanceof z.core.$ZodError) {
    const issues = error.issues.map((issue) => `${issue.path.join('.') || 'data'}: ${issue.code}`)
    return { type: 'InvalidJobData', message: issues.join(', ') }
  }
  if (!isErrorLike(error)) return { type: typeof error, message: 'something that is not an error was thrown' }
  if ('query' in error && 'params' in error && error.cause !== undefined) return describeFailure(error.cause, depth)
  const { code } = error as { code?: unknown }
  const cause = error.cause === undefined || depth === 0 ? undefined : describeFailure(error.cause, depth - 1)
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name ?? 'Error',
    ...(typeof code === 'string' ? { code } : {}),
    message: error.message,
    ...(frames?.length ? { stack: frames.join('\n') } : {}),
    ...(cause && { cause })
  }
}
