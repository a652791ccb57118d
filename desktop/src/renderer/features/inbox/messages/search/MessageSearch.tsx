// Finds a text in the whole history of a conversation; a hit leads to its message.
import { useEffect, useState, type FormEvent } from 'react'
import { Loader, Popover, ScrollArea, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { searchMessages, type MessageHit } from '@guiche/shared/features/inbox/message-search.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { errorText } from '#platform/net/error-text.ts'
import { formatMoment } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { useUser } from '#platform/session/session.ts'
import { useStateOf } from '#platform/state/state-of.ts'
import { notify } from '#platform/device/notify.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { plainText } from '#platform/text/whatsapp-text.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { Frozen } from '#ui/layout/Frozen.tsx'
import { SearchField } from '#ui/forms/SearchField.tsx'
import { excerptOf } from '#platform/text/excerpt.ts'
import { ExcerptText } from './ExcerptText.tsx'
import classes from './message-search.module.css'
import { jumpTo } from '../thread/messages.store.ts'

/** Milliseconds after the last key before the server is asked, and letters shown before the text. */
const searchDelay = 500
const around = 40

interface Found {
  search: string
  hits: MessageHit[]
  hasMore: boolean
  error: unknown
}

function useHits(ticketId: number, text: string): Found | null {
  const [search] = useDebouncedValue(text.trim(), searchDelay)
  const [found, setFound] = useStateOf<Found | null>(search === '', null)
  useEffect(() => {
    if (search === '') return
    const aborter = new AbortController()
    const input = { params: { ticketId }, query: { searchParam: search } }
    call(searchMessages, input, { signal: aborter.signal }).then(
      (answer) => setFound({ ...answer, search, error: null }),
      (error: unknown) => !aborter.signal.aborted && setFound({ search, hits: [], hasMore: false, error })
    )
    return () => aborter.abort()
  }, [ticketId, search, setFound])
  return found
}

function Hits({ ticket, onJump }: { ticket: Ticket; onJump: (id: string) => void }) {
  const { t } = useTranslation('messages')
  const me = useUser()
  const [text, setText] = useState('')
  const authorOf = ({ fromMe, senderName, user }: Pick<MessageHit, 'fromMe' | 'senderName' | 'user'>) => {
    if (!fromMe) return senderName
    if (user === null) return t('searchTeam')
    return user.id === me.id ? t('searchYou') : user.name
  }
  const found = useHits(ticket.id, text)
  const isCurrent = found?.search === text.trim()
  const words = () => {
    if (text.trim() === '') return t('searchHint')
    if (!found || !isCurrent) return <Loader size={16} />
    if (found.error !== null) return errorText(found.error)
    if (found.hits.length === 0) return t('searchNone', { search: found.search })
    return found.hasMore ? t('searchMore') : null
  }
  const line = words()
  const jumpToFirst = (event: FormEvent) => {
    event.preventDefault()
    const first = isCurrent ? found.hits[0] : undefined
    if (first) onJump(first.id)
  }
  return (
    <Stack gap="xs" component="form" onSubmit={jumpToFirst}>
      <SearchField label={t('searchHere')} value={text} onChange={setText} hasHotkey={false} />
      {found !== null && found.hits.length > 0 && (
        <ScrollArea.Autosize mah={300}>
          <ul className={classes['hits']} aria-label={t('searchHits')}>
            {found.hits.map(({ id, body, createdAt, ...hit }) => (
              <li key={id}>
                <UnstyledButton className={classes['hit']} onClick={() => onJump(id)}>
                  <span className={classes['head']}>
                    <span>{authorOf(hit) ?? ticket.contact.name}</span>
                    <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
                  </span>
                  <span dir="auto">
                    <ExcerptText excerpt={excerptOf(plainText(body), found.search, around)} />
                  </span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </ScrollArea.Autosize>
      )}
      {line !== null && (
        <Text component="div" size="xs" c="dimmed" role="status">
          {line}
        </Text>
      )}
    </Stack>
  )
}

export function MessageSearch({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('messages')
  const [isOpen, setOpen] = useStateOf(ticket.id, false)
  const jump = (id: string) => {
    setOpen(false)
    void jumpTo(ticket.id, id).catch(notify.error)
  }
  return (
    <Frozen isFrozen={!isOpen} look={t('searchHere')}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={320} trapFocus returnFocus>
        <Popover.Target>
          <IconButton
            label={t('searchHere')}
            icon={IconSearch}
            aria-expanded={isOpen}
            onClick={() => setOpen((before) => !before)}
          />
        </Popover.Target>
        <Popover.Dropdown aria-label={t('searchHere')}>
          <Hits ticket={ticket} onJump={jump} />
        </Popover.Dropdown>
      </Popover>
    </Frozen>
  )
}
