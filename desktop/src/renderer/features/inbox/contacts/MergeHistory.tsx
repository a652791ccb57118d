// What was decided about duplicates by hand, newest first, each with the way back.
import { useEffect, type ReactNode } from 'react'
import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { distinctions, merges, offerAgain, takeBack } from './duplicates.store.ts'
import { HistoryLine } from './HistoryLine.tsx'

function History({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="xs">
      <Text fw={500}>{title}</Text>
      <Stack component="ul" gap="xs" m={0} p={0}>
        {children}
      </Stack>
    </Stack>
  )
}

export function MergeHistory() {
  const { t } = useTranslation('duplicates')
  const items = merges.use((state) => state.items)
  useEffect(() => void merges.refresh(), [])
  if (items.length === 0) return null
  return (
    <History title={t('history')}>
      {items.map(({ id, goneName, keptName, createdAt, userName, undoneAt }) => (
        <HistoryLine
          key={id}
          text={t('mergedInto', { gone: goneName, kept: keptName })}
          createdAt={createdAt}
          userName={userName}
          undoLabel={t('undoOf', { name: goneName })}
          undone={t('undone')}
          onUndo={undoneAt === null ? () => takeBack(id) : null}
        />
      ))}
    </History>
  )
}

/** Groups that are no longer offered, because they are not one person. */
export function DistinctionHistory() {
  const { t } = useTranslation('duplicates')
  const items = distinctions.use((state) => state.items)
  useEffect(() => void distinctions.refresh(), [])
  if (items.length === 0) return null
  return (
    <History title={t('putAside')}>
      {items.map(({ id, names, count, createdAt, userName }) => {
        const text =
          count > names.length
            ? t('namesAndMore', { names: names.join(', '), count: count - names.length })
            : names.join(', ')
        return (
          <HistoryLine
            key={id}
            text={text}
            createdAt={createdAt}
            userName={userName}
            undoLabel={t('offerAgain', { name: names[0] ?? '' })}
            undone={t('offeredAgain')}
            onUndo={() => offerAgain(id)}
          />
        )
      })}
    </History>
  )
}
