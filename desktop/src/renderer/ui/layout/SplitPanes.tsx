// A list and what is opened from it; the edge between them is dragged or moved by arrow keys, a double click puts it back.
import { useState, type ReactNode } from 'react'
import { useSplitter } from '@mantine/hooks'
import { localValue, remember } from '#platform/state/local-store.ts'
import { useTranslation } from '#platform/text/translation.ts'
import classes from './split-panes.module.css'

interface SplitPanesProps {
  /** Where this browser remembers the width. */
  width: 'ticketListWidth' | 'chatListWidth'
  /** Percent of the whole that the list has until somebody moves the edge. */
  usual: number
  list: ReactNode
  children: ReactNode
}

const shares = (percent: number): [`${number}%`, `${number}%`] => [`${percent}%`, `${100 - percent}%`]

export function SplitPanes({ width, usual, list, children }: SplitPanesProps) {
  const { t } = useTranslation('words')
  const [[ofList, ofOpened]] = useState(() => shares(localValue(width) ?? usual))
  const { ref, sizes, setSizes, getHandleProps } = useSplitter<HTMLDivElement>({
    panels: [
      { defaultSize: ofList, min: '300px', max: '60%' },
      { defaultSize: ofOpened, min: '300px' }
    ],
    step: '16px',
    shiftStep: '64px',
    resetOnDoubleClick: false,
    onSizeChange: ([size]) => remember(width, Math.round(Number.parseFloat(String(size)) * 100) / 100)
  })
  const share = Number.parseFloat(String(sizes[0]))
  return (
    <div ref={ref} className={classes['panes']}>
      <div className={classes['list']} style={{ flexGrow: share }}>
        {list}
      </div>
      <div
        {...getHandleProps({ index: 0 })}
        className={classes['edge']}
        aria-label={t('listWidth')}
        title={t('listWidthHint')}
        onDoubleClick={() => {
          setSizes(shares(usual))
          remember(width, null)
        }}
      />
      <div className={classes['opened']} style={{ flexGrow: 100 - share }}>
        {children}
      </div>
    </div>
  )
}
