// Test settings of the server: one project a folder, and what all of them share.
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { browserTag, systemTag } from '../scripts/system-programs.ts'

function project(name: string, files: { include: string[]; exclude?: string[] }) {
  return {
    test: {
      name,
      tags: [browserTag, systemTag],
      ...files,
      pool: 'forks' as const,
      // Nothing in the modules is shared between two servers (two of them often run in one test), and loading them anew
      // for every file is half of the time.
      isolate: false,
      sequence: { shuffle: true },
      // Bounds for what hangs: on a busy machine a server takes a minute to start.
      testTimeout: 120_000,
      hookTimeout: 240_000,
      expect: { poll: { timeout: 20_000 } }
    }
  }
}

const longest = ['/test/loss/', '/test/', '/simulator/']
function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((folder) => moduleId.includes(folder))
  return rank === -1 ? longest.length : rank
}

// A class, as vitest demands. What takes minutes starts first, so that nothing runs alone at the end.
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

// vitest demands a default export.
export default defineConfig({
  test: {
    tags: [browserTag, systemTag],
    // Here and not in the projects, so that it runs once for all of them.
    globalSetup: ['test/server/global-setup.ts'],
    // Tests wait for servers and databases half of their time, which need processors too.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      ...['src', 'simulator', 'test'].map((folder) =>
        project(folder, { include: [`${folder}/**/*.test.ts`], exclude: ['test/security/**'] })
      ),
      // Attacks over HTTP and sockets: `npm run security` runs them alone.
      project('security', { include: ['test/security/**/*.test.ts'] })
    ]
  }
})
