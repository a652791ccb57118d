// Runs steps on the system's keychain in a process of its own and prints their outcomes, for `keychain-storage.test.ts`.
import { keychainStorage } from '../login/keychain-storage.ts'

type Step = ['get' | 'delete', string] | ['set', string, string]

const place = keychainStorage('guiche-test')
function run([what, name, value = '']: Step): Promise<unknown> {
  if (what === 'set') return place.set(name, value)
  return what === 'get' ? place.get(name) : place.delete(name)
}

const outcomes: unknown[] = []
for (const step of JSON.parse(process.argv[2] ?? '[]') as Step[]) {
  outcomes.push(
    await run(step).then(
      (value) => value ?? null,
      () => 'refused'
    )
  )
}
process.stdout.write(JSON.stringify(outcomes))
