// Proves that the list of parts names everything that runs, with hash and licence, and nothing that only builds.
import { expect, test } from 'vitest'
import { productionTree } from './licences.ts'
import { readLock } from './lock.ts'
import { narrowSbom, readWholeSbom, sbomOf } from './sbom.ts'
import { root } from './run-tool.ts'

const whole = readWholeSbom(root)

// What states none that has a code: scripts/licences.ts says which it has.
test.each([
  ['server', ['incremental-encoder', 'jsonify']],
  ['desktop', ['xmlhttprequest-ssl']]
])('the list of %s names each of its packages', (workspace, withoutCode) => {
  const sbom = sbomOf(whole, root, workspace)
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: `guiche-${workspace}` } } })
  const names = new Set(sbom.components.map(({ name, version }) => `${name} ${version}`))
  const locked = productionTree(readLock(root), [workspace]).map(({ name, version }) => `${name} ${version ?? ''}`)
  expect([...names].sort()).toEqual([...new Set(locked)].sort())
  expect(names.size).toBeGreaterThan(50)
  expect([...names].filter((name) => /^(?:vitest|playwright|electron|oxlint) /.test(name))).toEqual([])
  const unlicensed = sbom.components.filter(({ licenses }) => !licenses?.length).map(({ name }) => name)
  expect(unlicensed).toEqual(withoutCode)
  const refs = new Set([sbom.metadata.component['bom-ref'], ...sbom.components.map((one) => one['bom-ref'])])
  expect(
    sbom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !refs.has(ref))
  ).toEqual([])
})

test('a package that npm does not name stops it', () => {
  const listed = {
    bomFormat: 'CycloneDX',
    metadata: { component: named('whole') },
    components: [named('zod')],
    dependencies: []
  }
  const own = { name: 'guiche-server', version: '1.0.0' }
  const zod = { path: 'node_modules/zod', name: 'zod', version: '1.0.0' }
  expect(narrowSbom(listed, [zod], own).components).toEqual([named('zod')])
  expect(() => narrowSbom(listed, [zod, { ...zod, name: 'pg' }], own)).toThrow('lacks pg 1.0.0')
  const unhashed = { ...listed, components: [{ ...named('zod'), hashes: [] }] }
  expect(() => narrowSbom(unhashed, [zod], own)).toThrow('lacks zod 1.0.0')
})

function named(name: string) {
  return { 'bom-ref': name, name, version: '1.0.0', hashes: [{ alg: 'SHA-512', content: '00' }] }
}
