// Turns a broken constraint of PostgreSQL into the error code that people understand.
import { AppError, type ErrorCode } from '@guiche/shared/kernel/app-error.ts'

interface Violation {
  constraint: string
  /** Field of the form that is at fault. */
  field: string
  code: ErrorCode
}

function constraintOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const name = (at as { constraint_name?: string }).constraint_name
    if (name) return name
  }
  return undefined
}

/** Runs a statement; a broken constraint named in `violations` becomes its AppError, everything else stays. */
export async function naming<T>(violations: readonly Violation[], work: PromiseLike<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const broken = constraintOf(error)
    const known = violations.find(({ constraint }) => constraint === broken)
    if (!known) throw error
    throw new AppError(known.code, { fields: { [known.field]: known.code }, cause: error })
  }
}
