// Sends messages to the sockets of this node: as they are to those that read the contract, translated to older ones, and
// without numbers of customers to people who may not see them.
import type { Logger } from 'pino'
import type { Server } from 'socket.io'
import type { WireMessage } from '#platform/events/domain-event.ts'
import type { Translator } from '#platform/text/translator.ts'
import { roomOf } from './rooms.ts'

interface SenderParts {
  io: Pick<Server, 'local' | 'sockets'>
  translator: Translator
  /** A copy of a payload without the numbers of a company's customers. */
  hide: (companyId: number, payload: object) => Promise<object>
  log: Logger
}

export interface SocketSender {
  send(message: WireMessage): void
  /** Resolves when nothing is being translated or hidden. */
  settle(): Promise<void>
}

/** What some sockets are sent, and the rooms of those that are not meant. */
type Sending = [message: WireMessage, besides: string[]]

/** Messages of a company keep their order for every socket, although some of them are looked up first. */
export function createSocketSender({ io, translator, hide, log }: SenderParts): SocketSender {
  const preparing = new Map<number, Promise<void>>()
  const emit = ({ rooms, except = [], name, payload }: WireMessage, besides: string[]): void => {
    if (rooms.length > 0)
      io.local
        .to(rooms)
        .except([...except, ...besides])
        .emit(name, payload)
  }

  const translate = async (message: WireMessage): Promise<WireMessage[]> => {
    try {
      return await translator.messages(message)
    } catch (error) {
      log.error({ err: error, event: message.name }, 'a message was not translated')
      return [message]
    }
  }
  const hidden = async (message: WireMessage): Promise<WireMessage[]> => {
    try {
      return [{ ...message, payload: await hide(message.companyId, message.payload) }]
    } catch (error) {
      // Whoever does not hear it sees the gap in the numbers, and asks.
      log.error({ err: error, event: message.name }, 'a message was not told to people who see no numbers')
      return []
    }
  }
  const prepare = async (message: WireMessage, hasOlder: boolean, hasBlind: boolean): Promise<Sending[]> => {
    const { companyId } = message
    const [contract, older] = [roomOf.contract(companyId), roomOf.older(companyId)]
    const [seeing, blind] = [roomOf.seeing(companyId), roomOf.blind(companyId)]
    const translated = hasOlder ? await translate(message) : []
    const sendings = translated.map((one): Sending => [one, [contract, blind]])
    if (!hasBlind) return sendings
    const own = (await hidden(message)).map((one): Sending => [one, [older, seeing]])
    const theirs = (await Promise.all(translated.map(hidden))).flat().map((one): Sending => [one, [contract, seeing]])
    return [...sendings, ...own, ...theirs]
  }
  const sendPrepared = (companyId: number, ready: Promise<Sending[]>): void => {
    const work = (preparing.get(companyId) ?? Promise.resolve()).then(async () => {
      for (const [message, besides] of await ready) emit(message, besides)
      if (preparing.get(companyId) === work) preparing.delete(companyId)
    })
    preparing.set(companyId, work)
  }

  return {
    send: (message) => {
      const { companyId } = message
      const [older, blind] = [roomOf.older(companyId), roomOf.blind(companyId)]
      const { rooms } = io.sockets.adapter
      const [hasOlder, hasBlind] = [rooms.has(older), rooms.has(blind)]
      emit(message, [older, blind])
      // Where nobody needs it, nothing is translated, and nothing hidden.
      if (hasOlder || hasBlind) sendPrepared(companyId, prepare(message, hasOlder, hasBlind))
    },
    settle: async () => {
      while (preparing.size > 0) await Promise.all(preparing.values())
    }
  }
}
