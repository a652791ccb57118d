// What joins nodes, whatever carries it.
import type { ServerOptions } from 'socket.io'

export interface BetweenNodes {
  /** For Socket.IO; undefined on a server that is alone. */
  adapter: ServerOptions['adapter'] | undefined
  close(): Promise<void>
}

/** Of every name the nodes use between them. */
export const nodePrefix = 'guiche'
