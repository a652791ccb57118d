// A conversation on the screen: its days and messages, what stands there while there are none, and the way to the newest.
import { memo, type KeyboardEventHandler, type ReactNode, type RefObject } from 'react'
import { Button, Loader } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { formatDay, formatNumber } from '#platform/text/format.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { ConversationFill, type ConversationFillProps } from './ConversationFill.tsx'
import type { ConversationRow, LineRow, SaidRow } from './conversation-rows.ts'
import type { ScrollBox } from './use-followed-end.ts'
import type { ConversationScroll } from './use-conversation-scroll.ts'
import classes from './conversation.module.css'

function Day({ at }: { at: string }) {
  // Written in the language of the moment.
  useTranslation('messages')
  return (
    <div className={classes['day']} role="separator">
      <span>{formatDay(at)}</span>
    </div>
  )
}

interface RowsProps<M, L> {
  content: RefObject<HTMLDivElement | null>
  rows: readonly ConversationRow<M, L>[]
  /** With the row's key. */
  draw: (row: SaidRow<M>) => ReactNode
  /** With the row's key; what happened between the messages. */
  drawLine?: ((row: LineRow<L>) => ReactNode) | undefined
  after: ReactNode
}

function DrawnRows<M, L>({ content, rows, draw, drawLine, after }: RowsProps<M, L>) {
  return (
    <div ref={content} className={classes['rows']}>
      {rows.map((row) => {
        if (row.kind === 'day') return <Day key={row.key} at={row.at} />
        return row.kind === 'line' ? drawLine?.(row) : draw(row)
      })}
      {after}
    </div>
  )
}

/** Much around the rows changes without them, and there may be hundreds. */
const Rows = memo(DrawnRows) as typeof DrawnRows

interface ToNewestProps {
  unseen: number
  onClick: () => void
}

function ToNewest({ unseen, onClick }: ToNewestProps) {
  const { t } = useTranslation('messages')
  return (
    <Button
      className={classes['pill'] ?? ''}
      size="compact-sm"
      radius="xl"
      variant={unseen > 0 ? 'filled' : 'default'}
      leftSection={<IconArrowDown size={15} />}
      onClick={onClick}
    >
      {unseen > 0 ? t('newMessages', { count: unseen, shown: formatNumber(unseen) }) : t('toNewest')}
    </Button>
  )
}

interface ConversationProps<M, L> {
  label: string
  fill: ConversationFillProps
  box: ScrollBox
  scroll: ConversationScroll<ConversationRow<M, L>>
  draw: RowsProps<M, L>['draw']
  drawLine?: RowsProps<M, L>['drawLine']
  onToNewest: () => void
  isLoadingOlder?: boolean
  onKeyDown?: KeyboardEventHandler<HTMLElement> | undefined
  /** Below the last row, and scrolled with it. */
  after?: ReactNode
  /** What lies over the conversation. */
  children?: ReactNode
}

export function Conversation<M, L = never>(props: ConversationProps<M, L>) {
  const {
    label,
    box,
    scroll,
    draw,
    drawLine,
    onToNewest,
    isLoadingOlder = false,
    onKeyDown,
    after,
    children,
    fill
  } = props
  const { t } = useTranslation('messages')
  const { scroller, content } = box
  const isEmpty = scroll.shown.length === 0
  return (
    <div className={classes['frame']}>
      <div
        ref={scroller}
        className={classes['scroller']}
        role="region"
        tabIndex={0}
        aria-label={label}
        aria-busy={fill.phase === 'loading'}
        onScroll={scroll.onScroll}
        onKeyDown={onKeyDown}
      >
        {isEmpty && <ConversationFill {...fill} />}
        {isLoadingOlder && (
          <div className={classes['older']} role="status" aria-label={t('loadingOlder')}>
            <Loader size={16} />
          </div>
        )}
        <div className={classes['spring']} />
        <Rows content={content} rows={scroll.shown} draw={draw} drawLine={drawLine} after={after} />
      </div>
      {scroll.isAway && !isEmpty && <ToNewest unseen={scroll.unseen} onClick={onToNewest} />}
      {children}
    </div>
  )
}
