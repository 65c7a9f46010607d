/** Onfido's API v3.6: applicants, documents, live photos, checks and reports. */
import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { isRecord, Issue, read } from '../core/shape.ts'
import type { World } from '../core/provider.ts'
import { createFaultLayer } from '../http/fault-layer.ts'
import { addressDocumentTypes } from './document-types.ts'
import type { Check } from './model.ts'
import {
  badRequest,
  fromIssue,
  missingResource,
  OnfidoError,
  onfidoErrorBody,
  validationError,
} from './onfido-error.ts'
import { basePath, renderApplicant, renderCheck, renderDocument, renderLivePhoto } from './render.ts'
import { renderReport } from './reports.ts'
import type { Reviewer } from './reviewer.ts'
import { applicantShape, checkShape, documentFields, livePhotoFields } from './shapes.ts'
import { maxFileBytes, readUpload } from './uploads.ts'

const given = (fields: Record<string, string | undefined> | undefined) =>
  fields
    ? Object.fromEntries(Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
    : null

const failure = { type: 'internal_server_error', message: 'Internal server error', fields: {} }

type ById = { Params: { id: string } }
type ByQuery = { Querystring: Record<string, string | undefined> }

export const registerOnfidoWire = (app: FastifyInstance, world: World, reviewer: Reviewer) => {
  const { store } = reviewer
  const layer = createFaultLayer(world, {
    provider: 'kyc',
    serverError: onfidoErrorBody(failure),
    rejection: {
      status: 429,
      body: onfidoErrorBody({ type: 'rate_limit', message: 'The rate limit has been reached', fields: {} }),
    },
    amountFields: [],
    statusFields: ['status', 'result'],
  })

  const applicantOf = (id: string) => {
    if (!store.applicants.get(id)) throw validationError('applicant_id', 'does not exist')
    return id
  }
  const found = <T>(value: T | undefined): T => {
    if (value === undefined) throw missingResource()
    return value
  }
  const asked = (query: Record<string, string | undefined>, name: string) => {
    const value = query[name]
    if (value === undefined || Object.keys(query).length > 1)
      throw badRequest(`Expected the parameter ${name} and no other`)
    return value
  }

  /** What a report needs before it can be made. */
  const checkNeeds = (check: Check) => {
    const documents = check.documentIds.map((id) => store.documents.get(id))
    const names = check.reports.map(({ name }) => name)
    const applicant = store.applicants.get(check.applicantId)
    if (documents.some((document) => document?.applicantId !== check.applicantId))
      throw validationError('document_ids', 'do not belong to the applicant')
    if (
      names.includes('document') &&
      !documents.some((document) => document && !addressDocumentTypes.has(document.type))
    ) {
      throw validationError('report_names', 'document: the applicant must have uploaded an identity document')
    }
    if (
      names.includes('proof_of_address') &&
      !documents.some((document) => document && addressDocumentTypes.has(document.type))
    ) {
      throw validationError('document_ids', 'proof_of_address: a proof of address document is required')
    }
    if (names.includes('facial_similarity_photo') && check.livePhotoId === null) {
      throw validationError('report_names', 'facial_similarity_photo: the applicant must have uploaded a live photo')
    }
    if (applicant?.address?.['country'] === 'USA' && applicant.email === null)
      throw validationError('email', 'is required for applicants in the USA')
  }

  const createCheck = (body: unknown): Check => {
    const fields = read(checkShape, body)
    if (fields.report_names.length === 0) throw validationError('report_names', "can't be blank")
    if (new Set(fields.report_names).size < fields.report_names.length)
      throw validationError('report_names', 'must not repeat')
    const applicantId = applicantOf(fields.applicant_id)
    const documents = store.documents.newest().filter((document) => document.applicantId === applicantId)
    const check: Check = {
      id: randomUUID(),
      createdAt: world.clock.now(),
      applicantId,
      documentIds: fields.document_ids ?? documents.map(({ id }) => id),
      livePhotoId: store.livePhotos.find((photo) => photo.applicantId === applicantId)?.id ?? null,
      tags: fields.tags ?? [],
      reports: fields.report_names.map((name) => ({ id: randomUUID(), name })),
      status: 'in_progress',
      verdict: null,
      decidedAt: null,
    }
    checkNeeds(check)
    return check
  }

  const reportsOf = (check: Check) =>
    check.reports.map((report) =>
      renderReport({
        check,
        report,
        applicant: found(store.applicants.get(check.applicantId)),
        documents: check.documentIds.flatMap((id) => store.documents.get(id) ?? []),
        now: check.decidedAt ?? check.createdAt,
        base: '/v3.6',
      }),
    )

  const toOnfidoError = (error: unknown) => {
    if (error instanceof OnfidoError) return error
    if (error instanceof Issue) return fromIssue(error)
    const status = isRecord(error) && typeof error['statusCode'] === 'number' ? error['statusCode'] : 500
    if (status === 413) return validationError('file', 'is too big')
    if (status < 500) return badRequest('The request could not be read')
    world.log(`kyc: ${error instanceof Error ? (error.stack ?? error.message) : 'failed'}`)
    return new OnfidoError(500, failure.type, failure.message)
  }

  const addUploads = (scope: FastifyInstance) => {
    scope.post('/documents', async (request, reply) => {
      const { fields, file } = await readUpload(request, ['jpg', 'png', 'pdf'])
      const upload = read(documentFields, fields)
      const document = {
        id: randomUUID(),
        createdAt: world.clock.now(),
        applicantId: applicantOf(upload.applicant_id),
        fileName: file.name,
        fileType: file.type,
        fileSize: file.size,
        type: upload.type,
        side: upload.side ?? null,
        issuingCountry: upload.issuing_country ?? null,
      }
      store.documents.set(document.id, document)
      return reply.code(201).send(renderDocument(document))
    })
    scope.post('/live_photos', async (request, reply) => {
      const { fields, file } = await readUpload(request, ['jpg', 'png'])
      const applicantId = applicantOf(read(livePhotoFields, fields).applicant_id)
      const photo = {
        id: randomUUID(),
        createdAt: world.clock.now(),
        applicantId,
        fileName: file.name,
        fileType: file.type,
        fileSize: file.size,
      }
      store.livePhotos.set(photo.id, photo)
      return reply.code(201).send(renderLivePhoto(photo))
    })
    scope.get<ById>('/documents/:id', async (request) => renderDocument(found(store.documents.get(request.params.id))))
    scope.get<ByQuery>('/documents', async (request) => {
      const applicantId = asked(request.query, 'applicant_id')
      const documents = store.documents.newest().filter((document) => document.applicantId === applicantId)
      return { documents: documents.map(renderDocument) }
    })
    scope.get<ById>('/live_photos/:id', async (request) =>
      renderLivePhoto(found(store.livePhotos.get(request.params.id))),
    )
  }

  const addCases = (scope: FastifyInstance) => {
    scope.post('/applicants', async (request, reply) => {
      const fields = read(applicantShape, request.body)
      const applicant = {
        id: randomUUID(),
        createdAt: world.clock.now(),
        firstName: fields.first_name,
        lastName: fields.last_name,
        email: fields.email ?? null,
        dob: fields.dob ?? null,
        phoneNumber: fields.phone_number ?? null,
        address: given(fields.address),
        location: given(fields.location),
      }
      store.applicants.set(applicant.id, applicant)
      return reply.code(201).send(renderApplicant(applicant))
    })
    scope.get<ById>('/applicants/:id', async (request) =>
      renderApplicant(found(store.applicants.get(request.params.id))),
    )

    scope.post('/checks', async (request, reply) => {
      const check = createCheck(request.body)
      reviewer.submit(check)
      return reply.code(201).send(renderCheck(check, world.urls.public))
    })
    scope.get<ById>('/checks/:id', async (request) =>
      renderCheck(found(store.checks.get(request.params.id)), world.urls.public),
    )
    scope.get<ByQuery>('/checks', async (request) => {
      const applicantId = asked(request.query, 'applicant_id')
      const checks = store.checks.newest().filter((check) => check.applicantId === applicantId)
      return { checks: checks.map((check) => renderCheck(check, world.urls.public)) }
    })
    scope.get<ById>('/reports/:id', async (request) => {
      const check = found(store.checks.find(({ reports }) => reports.some(({ id }) => id === request.params.id)))
      return found(reportsOf(check).find(({ id }) => id === request.params.id))
    })
    scope.get<ByQuery>('/reports', async (request) => ({
      reports: reportsOf(found(store.checks.get(asked(request.query, 'check_id')))),
    }))
  }

  void app.register(
    async (scope) => {
      await scope.register(multipart, { limits: { fileSize: maxFileBytes, files: 1, fields: 20 } })
      scope.setErrorHandler((error, _request, reply) => {
        const answer = toOnfidoError(error)
        return reply.code(answer.statusCode).send(onfidoErrorBody(answer))
      })
      scope.setNotFoundHandler((_request, reply) => reply.code(404).send(onfidoErrorBody(missingResource())))
      scope.addHook('onRequest', async (request) => {
        if (request.headers.authorization !== `Token token=${world.secrets.onfidoApiToken}`) {
          throw new OnfidoError(401, 'authorization_error', 'Authorization error: please re-check your credentials')
        }
      })
      layer.addFaultsBefore(scope)
      layer.addFaultsAfter(scope)
      addUploads(scope)
      addCases(scope)
    },
    { prefix: basePath },
  )
}
