// Left column: the company's phones, its customers and its groups.
import { useMemo, useState } from 'react'
import { Text, ThemeIcon, UnstyledButton } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { VList } from 'virtua'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import type { ChatView, CustomerView } from '../../../server/simulator/types.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { Avatar } from '#ui/layout/Avatar.tsx'
import { CountBadge } from '#ui/layout/CountBadge.tsx'
import { SearchField } from '#ui/forms/SearchField.tsx'
import { CustomerDialog } from './CustomerDialog.tsx'
import { GroupDialog, PhoneDialog } from './NewDialogs.tsx'
import { PhoneCards } from './PhoneCards.tsx'
import { Section } from './Section.tsx'
import { attempt } from './simulator-api.ts'
import { chatsByOther, choose, show, useSimulator } from './simulator.store.ts'
import { useInShort } from './use-in-short.ts'
import classes from './people-column.module.css'

const avatarSize = 36

interface PersonProps {
  id: string
  name: string
  customer?: CustomerView
  /** How many are in the group. */
  size?: number
  chat: ChatView | undefined
}

function Person({ id, name, customer, size, chat }: PersonProps) {
  const { t } = useTranslation('simulator')
  const inShort = useInShort()
  const phone = useSimulator((state) => state.phone)
  const isChosen = useSimulator((state) => state.other === id)
  const open = () => {
    show('chat')
    void attempt(() => choose(phone, id))
  }
  return (
    <UnstyledButton className={classes['person'] ?? ''} aria-pressed={isChosen} onClick={open}>
      {customer ? (
        <Avatar name={name} size={avatarSize} picture={customer.hasPicture ? `/api/customers/${id}/picture` : null} />
      ) : (
        <ThemeIcon variant="light" size={avatarSize} radius="xl">
          <IconUsers size={20} stroke={1.6} />
        </ThemeIcon>
      )}
      <span className={classes['words']}>
        <Text component="span" fw={500} truncate data-person>
          {name}
        </Text>
        <Text component="span" size="xs" c="dimmed" truncate>
          {(chat?.last && inShort(chat.last)) || (customer && formatPhone(customer.number))}
        </Text>
      </span>
      {size !== undefined && (
        <Text size="xs" c="dimmed" component="span">
          {size}
        </Text>
      )}
      {customer?.onWhatsApp === false && (
        <Text size="xs" c="dimmed" component="span">
          {t('notOnWhatsApp')}
        </Text>
      )}
      {chat && chat.unread > 0 && <CountBadge count={chat.unread} label={t('sentToDesk')} />}
    </UnstyledButton>
  )
}

function Customers({ search }: { search: string }) {
  const { t } = useTranslation('simulator')
  const customers = useSimulator((state) => state.customers)
  const chats = useSimulator((state) => state.chats)
  const phone = useSimulator((state) => state.phone)
  const rows = useMemo(() => {
    const byOther = chatsByOther({ chats, phone })
    const wanted = search.trim().toLowerCase()
    const digits = wanted.replace(/\D/g, '')
    // Who lives where the phone does is likelier to write to it; two digits tell countries apart well enough.
    const isNear = (number: string) => Number(number.slice(0, 2) === phone.slice(0, 2))
    return customers
      .filter(({ name, number }) => name.toLowerCase().includes(wanted) || (digits !== '' && number.includes(digits)))
      .map((customer) => ({ customer, chat: byOther.get(customer.id) }))
      .sort(
        (a, b) =>
          (b.chat?.last?.at ?? 0) - (a.chat?.last?.at ?? 0) ||
          isNear(b.customer.number) - isNear(a.customer.number) ||
          a.customer.name.localeCompare(b.customer.name)
      )
  }, [customers, chats, phone, search])
  if (rows.length === 0) {
    return <Text c="dimmed">{customers.length > 0 ? t('noMatch') : t('noCustomers')}</Text>
  }
  return (
    <VList className={`${classes['list']} ${classes['customers']}`} data={rows} itemSize={52}>
      {({ customer, chat }) => (
        <Person key={customer.id} id={customer.id} name={customer.name} customer={customer} chat={chat} />
      )}
    </VList>
  )
}

function Groups() {
  const groups = useSimulator((state) => state.groups)
  const phone = useSimulator((state) => state.phone)
  const chats = useSimulator((state) => state.chats)
  const byOther = useMemo(() => chatsByOther({ chats, phone }), [chats, phone])
  return groups
    .filter((group) => group.phone === phone)
    .map(({ id, subject, customers }) => (
      <Person key={id} id={id} name={subject} size={customers.length + 1} chat={byOther.get(id)} />
    ))
}

export function PeopleColumn() {
  const { t } = useTranslation('simulator')
  const [search, setSearch] = useState('')
  const [dialog, setDialog] = useState<'phone' | 'customer' | 'group' | null>(null)
  const close = () => setDialog(null)
  return (
    <aside className={classes['column']} data-column="people">
      <Section title={t('phones')} addLabel={t('newPhone')} onAdd={() => setDialog('phone')}>
        <PhoneCards />
      </Section>
      <Section title={t('customers')} addLabel={t('newCustomer')} onAdd={() => setDialog('customer')} isTall>
        <div>
          <SearchField value={search} onChange={setSearch} label={t('search')} hasHotkey={false} />
        </div>
        <Customers search={search} />
      </Section>
      <Section title={t('groups')} addLabel={t('newGroup')} onAdd={() => setDialog('group')}>
        <div className={classes['list']}>
          <Groups />
        </div>
      </Section>
      {dialog === 'phone' && <PhoneDialog onClose={close} />}
      {dialog === 'customer' && <CustomerDialog onClose={close} />}
      {dialog === 'group' && <GroupDialog onClose={close} />}
    </aside>
  )
}
