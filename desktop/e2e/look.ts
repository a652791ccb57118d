// What axe finds in what is open now, in light and in dark.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

/** What axe finds in a part of the page, each in a line that says where. */
async function findingsIn(page: Page, part: string, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .options({
      resultTypes: ['violations'],
      iframes: false,
      // Axe leaves this one out by itself; who speaks to the computer says what is read.
      rules: { 'label-content-name-mismatch': { enabled: true } }
    })
    .include(part)
    // The player of a video is somebody else's page.
    .exclude('iframe')
    // One call to the page; otherwise each look opens a second page to sum up what frames found, and none is looked into.
    .setLegacyMode()
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`)
  )
}

/** Every colour of the console hangs on this attribute. */
const showIn = (page: Page, scheme: 'light' | 'dark'): Promise<void> =>
  page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), scheme)

/** Looks at what is open now, and goes on: all findings are told at once at the end. */
export function createLook(page: Page, found: Record<string, string[]>) {
  return async (name: string, part = 'html') => {
    const findings = await findingsIn(page, part)
    await showIn(page, 'dark')
    // Nothing but the colours is different in the dark.
    const inTheDark = await findingsIn(page, part, ['color-contrast'])
    await showIn(page, 'light')
    const all = [...findings, ...inTheDark.map((finding) => `in the dark: ${finding}`)]
    if (all.length > 0) found[name] = all
  }
}
