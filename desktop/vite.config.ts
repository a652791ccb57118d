// Builds the console: one chunk a route, served by the server under /console/ and by the shell.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { refuseCircles } from './packaging/refuse-circles.ts'
import { webApp } from './packaging/web-app.ts'

const server = process.env['GUICHE_DEV_SERVER']

export default defineConfig({
  base: '/console/',
  root: import.meta.dirname,
  plugins: [react(), refuseCircles(), webApp()],
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
            // What several screens share, in floors that only look down: one file each of the contract, the library and the
            // kit, and of the features one for each set of screens. Put together otherwise, files came to need one another,
            // and whichever ran first missed what it stands on (`packaging/refuse-circles.ts`).
            { name: 'contract', test: /\/shared\/src\//, priority: 1 },
            { name: 'library', test: /node_modules/, minShareCount: 2, priority: 1 },
            { name: 'kit', test: /src.renderer.(?:ui|platform)\b/, minShareCount: 2, priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true }
          ]
        }
      }
    }
  },
  server: {
    host: '127.0.0.1',
    // `npm run dev`: everything but the console itself is the server's, at one address for both.
    ...(server === undefined ? {} : { proxy: { '^/(?!console/)': { target: server, ws: true } } })
  }
})
