// Makes, once before all tests, what the settings of electron-builder name by its place: icons and licences.
import { join } from 'node:path'
import { makeIcons } from '#icons/make-icons.ts'
import { writeNotices } from '../pack.ts'

export async function setup(): Promise<void> {
  const dist = join(import.meta.dirname, '../../dist')
  await makeIcons(join(dist, 'icons'))
  writeNotices(join(dist, 'licences.txt'))
}
