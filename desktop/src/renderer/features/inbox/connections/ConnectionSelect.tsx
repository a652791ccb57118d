// Chooses one of the company's connections, or none.
import { useEffect } from 'react'
import { Select, type SelectProps } from '@mantine/core'
import { ensureConnections, useConnections } from './connections.store.ts'

/** The value is an id as text or null. */
export function ConnectionSelect(props: Omit<SelectProps, 'data'>) {
  const connections = useConnections(({ items }) => items)
  useEffect(() => void ensureConnections(), [])
  return <Select clearable data={connections.map(({ id, name }) => ({ value: String(id), label: name }))} {...props} />
}
