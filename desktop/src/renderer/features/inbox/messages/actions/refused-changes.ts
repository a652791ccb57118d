// Tells whoever deleted or edited a message that WhatsApp refused it, wherever they are by then.
import { messageEvent } from '@guiche/shared/features/inbox/messages.ts'
import { ApiError } from '#platform/net/api-error.ts'
import { notify } from '#platform/device/notify.ts'
import { listen } from '#platform/net/realtime.ts'
import { useSession } from '#platform/session/session.ts'
import { ofLogin } from '#platform/replica/of-login.ts'

/** Milliseconds for which it stays on the screen. */
const toRead = 8_000

/** Messages whose person has been told. */
const own = ofLogin(() => ({ told: new Set<string>() }))

listen(messageEvent, ({ message: { id, refusedChange } }) => {
  const { told } = own()
  if (refusedChange === null) return void told.delete(id)
  if (refusedChange.userId !== useSession.getState().user?.id || told.has(id)) return
  told.add(id)
  notify.error(new ApiError(400, { error: refusedChange.code }), { autoClose: toRead })
})
