// The messages of the open chat: whoever stands at the end is taken along, whoever reads further up stays there.
import { Fragment, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { formatDay } from '#platform/text/format.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { pixelsLeft } from '#ui/conversation/thread/list-end.ts'
import { Message } from './Message.tsx'
import { isGroup, useSimulator } from './simulator.store.ts'
import classes from './chat-column.module.css'

/** Pixels from the end: whoever scrolls up, however little, reads there. */
const atEnd = 8

const dayOf = (at: number): string => new Date(at).toDateString()

export function MessageList() {
  const { t } = useTranslation(['simulator', 'messages'])
  const messages = useSimulator((state) => state.messages)
  const other = useSimulator((state) => state.other)
  const member = useSimulator((state) => state.member)
  const isOwner = useSimulator((state) => state.isOwner)
  const customers = useSimulator((state) => state.customers)
  const names = useMemo(() => new Map(customers.map(({ id, name }) => [id, name])), [customers])
  const byId = useMemo(() => new Map(messages.map((message) => [message.id, message])), [messages])
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const isFollowing = useRef(true)

  const follow = () => {
    if (isFollowing.current && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
  }
  useLayoutEffect(follow, [messages])
  // Pictures grow after they have loaded: the end stays in sight.
  useEffect(() => {
    const observer = new ResizeObserver(follow)
    for (const { current } of [scroller, list]) if (current) observer.observe(current)
    return () => observer.disconnect()
  }, [])

  const isOfGroup = isGroup(other)
  const actor = isOwner ? 'handset' : isOfGroup ? member : other
  return (
    <div
      ref={scroller}
      className={classes['scroller']}
      role="region"
      tabIndex={0}
      aria-label={t('chat')}
      onScroll={({ currentTarget }) => {
        isFollowing.current = pixelsLeft(currentTarget) < atEnd
      }}
    >
      <ol ref={list} className={classes['messages']}>
        {messages.map((message, index) => {
          const before = messages[index - 1]
          const isNewDay = !before || dayOf(before.at) !== dayOf(message.at)
          const isOwn = message.from === 'customer' && (!isOfGroup || message.customer === member)
          const writer = names.get(message.customer ?? '') ?? t('desk')
          const quoted = message.quotedId === undefined ? undefined : byId.get(message.quotedId)
          const quotedWriter =
            quoted?.from !== 'customer'
              ? t('desk')
              : quoted.customer === other
                ? t('messages:you')
                : names.get(quoted.customer ?? '')
          return (
            <Fragment key={message.id}>
              {isNewDay && (
                <li className={classes['day']} role="separator">
                  <span>{formatDay(message.at)}</span>
                </li>
              )}
              <Message
                message={message}
                isOwn={isOwn}
                isFirst={isNewDay || before.from !== message.from || before.customer !== message.customer}
                isOurs={isOwner ? message.from === 'handset' : isOwn}
                actor={actor}
                writer={isOfGroup && !isOwn ? writer : ''}
                quoted={quoted}
                quotedWriter={quotedWriter ?? ''}
              />
            </Fragment>
          )
        })}
      </ol>
    </div>
  )
}
