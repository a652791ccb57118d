// Calls of file lists.
import * as contract from '@guiche/shared/features/library/file-lists.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './file-lists.service.ts'

export const fileListRoutes: Route[] = [
  mount(contract.listFileLists, (ctx, { actor, query }) => service.listFileLists(ctx, actor, query)),
  mount(contract.showFileList, (ctx, { actor, params }) => service.showFileList(ctx, actor, params.id)),
  mount(contract.createFileList, (ctx, { actor, body }) => service.createFileList(ctx, actor, body)),
  mount(contract.updateFileList, (ctx, { actor, params, body }) => service.updateFileList(ctx, actor, params.id, body)),
  mount(contract.deleteFileList, async (ctx, { actor, params }) => {
    await service.deleteFileList(ctx, actor, params.id)
    return { message: 'File list deleted' }
  }),
  mount(contract.uploadListFiles, (ctx, { actor, params, request }) =>
    service.uploadFiles(ctx, actor, params.id, request)
  )
]
