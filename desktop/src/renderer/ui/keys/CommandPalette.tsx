// Ctrl/Cmd+K: finds a screen, an action, and what the sources of the screens find.
import { useEffect, useMemo, useState } from 'react'
import { Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStateOf } from '#platform/state/state-of.ts'
import { useCommands, type CommandAction } from './command-actions.ts'
import { plain } from '#platform/text/plain.ts'

/** Milliseconds after the last key before the sources are asked. */
const sourceDelay = 200
/** Letters from which the sources are asked. */
const shortestQuery = 2

function fits(action: CommandAction, words: string[]): boolean {
  const text = plain([action.label, action.hint ?? '', ...(action.keywords ?? [])].join(' '))
  return words.every((word) => text.includes(word))
}

function useFound(query: string): CommandAction[] {
  const sources = useCommands((state) => state.sources)
  const asked = useMemo(() => ({ query, sources }), [query, sources])
  const [found, setFound] = useStateOf<CommandAction[]>(asked, [])
  useEffect(() => {
    if (query.trim().length < shortestQuery) return undefined
    let isCurrent = true
    const timer = setTimeout(() => {
      for (const source of sources) {
        source(query.trim()).then(
          (actions) => isCurrent && setFound((present) => [...present, ...actions]),
          // A source that cannot answer leaves the rest of the palette as it is.
          () => undefined
        )
      }
    }, sourceDelay)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [query, sources, setFound])
  return found
}

export function CommandPalette() {
  const { t } = useTranslation('layout')
  const [query, setQuery] = useState('')
  const known = useCommands((state) => state.actions).flat()
  const words = plain(query).split(/\s+/).filter(Boolean)
  const shown = [...known.filter((action) => fits(action, words)), ...useFound(query)]
  const groups = Map.groupBy(shown, ({ group }) => group)
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      maxHeight={420}
      scrollable
      attributes={{ content: { 'aria-label': t('palette') } }}
    >
      <Spotlight.Search
        placeholder={t('palettePlaceholder')}
        aria-label={t('palettePlaceholder')}
        leftSection={<IconSearch size={18} stroke={1.6} />}
      />
      <Spotlight.ActionsList>
        {[...groups].map(([group, actions]) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {actions.map(({ id, label, hint, icon: IconOf, run }) => (
              <Spotlight.Action
                key={id}
                label={label}
                {...(hint !== undefined && { description: hint })}
                leftSection={IconOf && <IconOf size={18} stroke={1.6} />}
                onClick={run}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {shown.length === 0 && <Spotlight.Empty>{t('paletteEmpty')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
