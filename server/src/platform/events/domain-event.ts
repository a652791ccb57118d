// Domain events as values, and the realtime messages people see of them.

export interface DomainEvent<T> {
  name: string
  /** Only for the type; never set. */
  payload?: T
}

/** Declares a domain event. */
export const domainEvent = <T>(name: string): DomainEvent<T> => ({ name })

/** A realtime message as it is logged and sent. */
export interface WireMessage {
  companyId: number
  rooms: string[]
  /** Rooms whose sockets do not hear it although they are in one of `rooms`. */
  except?: string[]
  /** Socket.IO event name. */
  name: string
  payload: object
  /** What of the payload's subject was otherwise before, for translations; neither numbered nor kept. */
  before?: Record<string, unknown>
}
