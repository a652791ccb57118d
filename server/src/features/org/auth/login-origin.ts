// What is told of a login to the windows that it ends: from where, and with what.
import type { LoginOrigin } from '@guiche/shared/features/org/auth.ts'
import { agentNames } from '#platform/http/agent-names.ts'

/** `agent` is the header as it came. */
export function loginOrigin(agent: string | undefined, address: string, at: Date): LoginOrigin {
  return { at: at.toISOString(), address, ...agentNames(agent) }
}
