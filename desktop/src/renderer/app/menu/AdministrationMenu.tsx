// The administration's own menu: beside its screens in a wide window, behind a button over them in one that is not.
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button, Popover, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { MenuEntry } from '#platform/device/screen.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { plain } from '#platform/text/plain.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { SearchField } from '#ui/forms/SearchField.tsx'
import { PaidUntil } from '../PaidUntil.tsx'
import { MenuGroups } from './MenuGroups.tsx'
import classes from './administration-menu.module.css'
import { useMenu, type ShownGroup } from './use-menu.ts'

function useFoundGroups(search: string): ShownGroup[] {
  const { t } = useTranslation('menu')
  const wanted = plain(search)
  return useMenu()
    .filter(({ area }) => area === 'administration')
    .map((group) => ({
      ...group,
      // Who writes the heading finds all that stands under it.
      entries: plain(t(group.label as 'groupWork')).includes(wanted)
        ? group.entries
        : group.entries.filter(({ label }) => plain(t(label as 'home')).includes(wanted))
    }))
    .filter(({ entries }) => entries.length > 0)
}

interface MenuProps {
  current: MenuEntry
  onChoose?: () => void
}

/** Searched by what its entries are called; Enter opens the first. */
function SearchedMenu({ current, onChoose }: MenuProps) {
  const { t } = useTranslation(['menu', 'layout'])
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const groups = useFoundGroups(search)
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const openFirst = (event: FormEvent) => {
    event.preventDefault()
    const first = groups[0]?.entries[0]
    if (first === undefined || search === '') return
    setSearch('')
    onChoose?.()
    void navigate(first.path)
  }
  const choose = () => {
    setSearch('')
    onChoose?.()
  }
  return (
    <>
      <form onSubmit={openFirst} className={classes['search']}>
        <SearchField value={search} onChange={setSearch} label={t('searchAdministration')} hasHotkey={false} />
      </form>
      <nav ref={list} aria-label={t('groupAdministration')} className={classes['groups']}>
        {groups.length === 0 ? (
          <Text size="sm" c="dimmed" px="sm" py="xs">
            {t('layout:paletteEmpty')}
          </Text>
        ) : (
          <MenuGroups groups={groups} current={current} onChoose={choose} />
        )}
      </nav>
    </>
  )
}

/** The column beside the screens of the administration. */
export function AdministrationMenu({ current }: { current: MenuEntry }) {
  const { t } = useTranslation('menu')
  return (
    <aside className={classes['column']}>
      <div className={classes['title']}>{t('groupAdministration')}</div>
      <SearchedMenu current={current} />
      <PaidUntil size="xs" c="dimmed" className={classes['due'] ?? ''} />
    </aside>
  )
}

/** The same behind a button over the screen. */
export function AdministrationBar({ current }: { current: MenuEntry }) {
  const { t } = useTranslation('menu')
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes['bar']}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={280} trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            rightSection={<IconChevronDown size={16} stroke={1.6} />}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t('groupAdministration')}: {t(current.label as 'home')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p={4} className={classes['dropdown'] ?? ''} aria-label={t('groupAdministration')}>
          <SearchedMenu current={current} onChoose={() => setOpen(false)} />
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}
