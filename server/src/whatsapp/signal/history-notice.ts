// What a phone says of its earlier conversations: which of its notices the desk can use.
import { proto } from '@whiskeysockets/baileys'

type Notice = proto.Message.IHistorySyncNotification

const { HistorySyncType: kinds } = proto.Message

/** Kinds that tell of conversations, or of the names of people in them. */
const used = new Set<number>([kinds.INITIAL_BOOTSTRAP, kinds.RECENT, kinds.FULL, kinds.PUSH_NAME])

/** The notice in a message of the own phone, or null. */
export function historyNotice({ protocolMessage }: proto.IMessage): Notice | null {
  const notice = protocolMessage?.historySyncNotification
  // The first kind is 0 and therefore may be absent on the wire.
  return notice && used.has(notice.syncType ?? kinds.INITIAL_BOOTSTRAP) ? notice : null
}

/** Nothing comes behind it. */
export const isLastNotice = ({ syncType, progress }: Notice): boolean =>
  (syncType === kinds.RECENT || syncType === kinds.FULL) && (progress ?? 0) >= 100
