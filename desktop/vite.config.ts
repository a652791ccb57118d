// Builds the console: one chunk a route, served by the server under /console/ and by the shell.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { refuseRings } from './packaging/refuse-rings.ts'

const together = { minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 }
const desk = process.env['GUICHE_DEV_DESK']

export default defineConfig({
  base: '/console/',
  root: import.meta.dirname,
  plugins: [react(), refuseRings()],
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    target: 'es2024',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      output: {
        // Named after everybody who shares it a file would have a name of a hundred letters.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            // What every screen needs is one file instead of half a hundred.
            { name: 'start', tags: ['$initial'], priority: 2 },
            // Schemas are built while their file is read. In a file of their own none is asked for before it is there:
            // pieces that are put together below may need one another.
            { name: 'contract', test: /\/shared\/src\//, priority: 1 },
            // Of what some screens share, pieces that are not worth a request of their own go together; in layers, since
            // pieces that need one another must not end up in files that do (`packaging/refuse-rings.ts`).
            { name: 'library', test: /node_modules/, ...together, priority: 1 },
            { name: 'kit', test: /src.renderer.(?:ui|platform|app)\b/, minShareCount: 2, priority: 1 },
            { name: 'shared', ...together }
          ]
        }
      }
    }
  },
  server: {
    host: '127.0.0.1',
    // `npm run dev`: everything but the console itself is the server's, at one address for both.
    ...(desk === undefined ? {} : { proxy: { '^/(?!console/)': { target: desk, ws: true } } })
  }
})
