// What the menu of a message offers besides reactions, in order: each with what it does and how the menu goes.
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBan,
  IconCopy,
  IconListCheck,
  IconPencil,
  IconRefresh,
  IconTrash,
  type Icon
} from '@tabler/icons-react'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { notify } from '#platform/device/notify.ts'
import { useIsAdmin, useMay, useUser } from '#platform/session/session.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { quote, startEditing } from '../outbox/drafts.store.ts'
import { cancel, retry } from '../actions/message-actions.ts'
import { mayCancel, mayCopy, mayDelete, mayEdit, mayForward, mayReply, mayRetry } from '../actions/message-rights.ts'
import { startSelecting } from './message-selection.store.ts'

export type MenuStep = 'menu' | 'emoji' | 'forward' | 'delete'

interface MenuAction {
  icon: Icon
  label: string
  isOffered: boolean
  isDangerous?: boolean
  run: () => void
}

interface MenuActionParts {
  message: Message
  canReply: boolean
  /** Closes the menu; something else takes the focus. */
  close: () => void
  /** Closes the menu and gives the focus back. */
  leave: () => void
  goTo: (step: MenuStep) => void
}

export function useMenuActions({ message, canReply, close, leave, goTo }: MenuActionParts): MenuAction[] {
  const { t } = useTranslation(['messages', 'words'])
  const { id } = useUser()
  const isAdmin = useIsAdmin()
  const mayTakeBack = useMay('messages:delete')
  const closed = (act: (message: Message) => void) => () => {
    close()
    act(message)
  }
  const left = (act: (message: Message) => unknown) => () => {
    void act(message)
    leave()
  }
  const copy = ({ body }: Message) =>
    navigator.clipboard.writeText(body).then(() => notify.success(t('words:copied')), notify.error)
  const all: MenuAction[] = [
    {
      icon: IconArrowBackUp,
      label: t('reply'),
      isOffered: canReply && mayReply(message),
      // The composer takes the focus.
      run: closed(quote)
    },
    {
      icon: IconArrowForwardUp,
      label: t('forward'),
      isOffered: mayForward(message),
      run: () => goTo('forward')
    },
    {
      icon: IconListCheck,
      label: t('select'),
      isOffered: mayForward(message),
      // The conversation gives the focus to what is chosen.
      run: closed(startSelecting)
    },
    { icon: IconCopy, label: t('copyText'), isOffered: mayCopy(message), run: left(copy) },
    { icon: IconPencil, label: t('words:edit'), isOffered: canReply && mayEdit(message), run: closed(startEditing) },
    { icon: IconRefresh, label: t('sendAgain'), isOffered: mayRetry(message), run: left(retry) },
    { icon: IconBan, label: t('cancelSending'), isOffered: mayCancel(message, id, isAdmin), run: left(cancel) },
    {
      icon: IconTrash,
      label: t('words:delete'),
      isOffered: mayTakeBack && mayDelete(message),
      isDangerous: true,
      run: () => goTo('delete')
    }
  ]
  return all.filter(({ isOffered }) => isOffered)
}
