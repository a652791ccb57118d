// The menu of the right mouse button: spelling suggestions, editing, links and pictures.
import {
  clipboard,
  Menu,
  shell,
  type ContextMenuParams,
  type MenuItemConstructorOptions,
  type WebContents
} from 'electron'
import { spellLanguages, type SpellLanguage } from '#bridge/preference-channels.ts'
import { serverLink } from '../offline/cached-media.ts'
import type { Say } from '../platform/texts.ts'

type Item = MenuItemConstructorOptions

export interface SpellingMenu {
  languages(): readonly SpellLanguage[]
  change(languages: SpellLanguage[]): void
}

const languageNames: Record<SpellLanguage, string> = { 'pt-BR': 'Português', 'en-US': 'English', es: 'Español' }

function suggestions(contents: WebContents, params: ContextMenuParams, say: Say): Item[] {
  const { misspelledWord: word, dictionarySuggestions } = params
  if (word === '') return []
  const found = dictionarySuggestions.map((suggestion): Item => ({
    label: suggestion,
    click: () => contents.replaceMisspelling(suggestion)
  }))
  return [
    ...(found.length > 0 ? found : [{ label: say('noSuggestions'), enabled: false }]),
    { label: say('addWord'), click: () => void contents.session.addWordToSpellCheckerDictionary(word) },
    { type: 'separator' }
  ]
}

function editing({ isEditable, editFlags, selectionText }: ContextMenuParams, say: Say): Item[] {
  if (isEditable) {
    return [
      { role: 'cut', label: say('cut'), enabled: editFlags.canCut },
      { role: 'copy', label: say('copy'), enabled: editFlags.canCopy },
      { role: 'paste', label: say('paste'), enabled: editFlags.canPaste },
      { role: 'selectAll', label: say('selectAll') }
    ]
  }
  return selectionText.trim() === '' ? [] : [{ role: 'copy', label: say('copy') }]
}

function spelling({ isEditable }: ContextMenuParams, menu: SpellingMenu, say: Say): Item[] {
  if (!isEditable || process.platform === 'darwin') return []
  const chosen = menu.languages()
  const submenu = spellLanguages.map((language): Item => ({
    label: languageNames[language],
    type: 'checkbox',
    checked: chosen.includes(language),
    click: ({ checked }) =>
      menu.change(spellLanguages.filter((one) => (one === language ? checked : chosen.includes(one))))
  }))
  return [{ type: 'separator' }, { label: say('spelling'), submenu }]
}

function links({ linkURL }: ContextMenuParams, say: Say): Item[] {
  if (!/^(?:https?|mailto):/.test(linkURL)) return []
  return [
    { label: say('openLink'), click: () => void shell.openExternal(linkURL) },
    { label: say('copyLink'), click: () => void clipboard.writeText(linkURL) }
  ]
}

function pictures(contents: WebContents, { mediaType, srcURL, x, y }: ContextMenuParams, say: Say): Item[] {
  if (mediaType !== 'image') return []
  return [
    { label: say('copyImage'), click: () => contents.copyImageAt(x, y) },
    { label: say('saveImage'), click: () => contents.downloadURL(serverLink(srcURL)) }
  ]
}

/** The items for a place in the page; empty where there is nothing to do. */
export function contextItems(contents: WebContents, params: ContextMenuParams, menu: SpellingMenu, say: Say): Item[] {
  const groups = [links(params, say), pictures(contents, params, say), editing(params, say)]
  const items = groups
    .filter((group) => group.length > 0)
    .flatMap((group, index): Item[] => (index === 0 ? group : [{ type: 'separator' }, ...group]))
  return [...suggestions(contents, params, say), ...items, ...spelling(params, menu, say)]
}

/** Shows the menu on every right click in a page. */
export function showContextMenus(contents: WebContents, menu: SpellingMenu, say: Say): void {
  contents.on('context-menu', (_event, params) => {
    const items = contextItems(contents, params, menu, say)
    if (items.length > 0) Menu.buildFromTemplate(items).popup()
  })
}
