// Chooses an emoji: sixteen a line, on a phone seven, searched in the person's language, from our own files.
import { useEffect, useRef } from 'react'
import {
  EmojiPicker,
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
  type EmojiPickerListRowProps
} from 'frimousse'
import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useIsNarrow } from '#platform/device/narrow.ts'
import { useLocalValue } from '#platform/state/local-store.ts'
import { emojiData } from './emoji-data.ts'
import classes from './emoji-panel.module.css'

const perLine = 16
/** As many fingertips as a phone is wide. */
const perLineOnPhone = 7

function CategoryHeader({ category, ...props }: EmojiPickerListCategoryHeaderProps) {
  return (
    <div {...props} className={classes['category']}>
      {category.label}
    </div>
  )
}

/** Places are counted from one for screen readers; the picker counts from nought. */
const fromOne = (place: number | undefined): number | undefined => (place === undefined ? undefined : place + 1)

function Row({ 'aria-rowindex': place, children, ...props }: EmojiPickerListRowProps) {
  return (
    <div {...props} aria-rowindex={fromOne(place)}>
      {children}
    </div>
  )
}

function Emoji({ emoji, 'aria-colindex': place, ...props }: EmojiPickerListEmojiProps) {
  return (
    <button {...props} type="button" className={classes['emoji']} title={emoji.label} aria-colindex={fromOne(place)}>
      {emoji.emoji}
    </button>
  )
}

const parts = { CategoryHeader, Row, Emoji }

export function EmojiPanel({ onChoose }: { onChoose: (emoji: string) => void }) {
  const { t } = useTranslation('messages')
  const language = useLocalValue('language')
  const isNarrow = useIsNarrow()
  const search = useRef<HTMLInputElement>(null)
  // It comes after the popover around it, which has already looked for what to focus; and the popover is in place only
  // in the next frame.
  useEffect(() => {
    const frame = requestAnimationFrame(() => search.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <EmojiPicker.Root
      className={classes['panel']}
      columns={isNarrow ? perLineOnPhone : perLine}
      locale={language}
      resolveEmojiData={emojiData}
      onEmojiSelect={({ emoji }) => onChoose(emoji)}
    >
      <div className={classes['head']}>
        <EmojiPicker.Search
          ref={search}
          className={classes['search']}
          placeholder={t('emojiSearch')}
          aria-label={t('emojiSearch')}
          data-autofocus
        />
        <EmojiPicker.SkinToneSelector className={classes['tone']} aria-label={t('emojiTone')} title={t('emojiTone')} />
      </div>
      <EmojiPicker.Viewport className={classes['viewport']}>
        <EmojiPicker.Loading className={classes['note']}>
          <Loader />
        </EmojiPicker.Loading>
        <EmojiPicker.Empty className={classes['note']}>{t('emojiNone')}</EmojiPicker.Empty>
        <EmojiPicker.List components={parts} />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  )
}
