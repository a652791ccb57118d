// A screen that lists records: its heading, the search, what adds one, and the table that the server pages.
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '@mantine/core'
import { IconPlus, type Icon } from '@tabler/icons-react'
import { formatNumber } from '#platform/text/format.ts'
import { PagedTable } from './PagedTable.tsx'
import { PageHeader } from '../layout/PageHeader.tsx'
import { SearchField } from '../forms/SearchField.tsx'

interface ListScreenProps<T extends { id: number | string }> extends Omit<
  ComponentProps<typeof PagedTable<T>>,
  'label' | 'empty'
> {
  title: string
  /** Under the title; a function is given how many records there are, and is not asked while there are none. */
  text: string | ((count: number, formatted: string) => string)
  searchLabel: string
  addLabel: string
  /** Absent: nobody may here. */
  onAdd?: (() => void) | undefined
  /** What the empty list says; the button that adds stands below. */
  empty: { icon: Icon; text: string }
  /** Between the search and the button that adds. */
  tools?: ReactNode
  /** Between the heading and the table. */
  notice?: ReactNode
}

export function ListScreen<T extends { id: number | string }>(props: ListScreenProps<T>) {
  const { title, text, searchLabel, addLabel, onAdd, empty, tools, notice, ...table } = props
  const { count, search } = table.list.use()
  const counted = typeof text === 'string' ? text : count > 0 ? text(count, formatNumber(count)) : undefined
  const addButton = (variant: 'filled' | 'default') => (
    <Button variant={variant} leftSection={<IconPlus size={16} />} onClick={onAdd}>
      {addLabel}
    </Button>
  )
  return (
    <>
      <PageHeader title={title} text={counted}>
        <SearchField label={searchLabel} value={search} onChange={table.list.setSearch} />
        {tools}
        {onAdd && addButton('filled')}
      </PageHeader>
      {notice}
      <PagedTable {...table} label={title} empty={{ ...empty, ...(onAdd ? { action: addButton('default') } : {}) }} />
    </>
  )
}
