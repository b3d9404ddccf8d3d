import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { Endpoint } from '@cloudwright/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _ignored, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
};
const error = {
  description: 'Failed',
  type: 'object',
  properties: { error: { type: 'object', properties: { code: { type: 'string' }, message: { type: 'string' }, details: { type: 'array', items: {} }, requestId: { type: 'string' } } } },
};

/** The OpenAPI 3.1 document at /api/openapi.json and its page at /api/docs, made of the contract when first asked for. */
export async function serveOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Cloudwright', version: '0.1.0', description: 'The API of the portal. Lists share one query and one result; failures share one shape.' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
    transform: ({ schema, url }) => {
      const { contract, ...rest } = schema as typeof schema & { contract?: Endpoint };
      if (!contract) return { schema: rest, url };
      const answer = contract.produces || contract.status === 302 ? { description: contract.produces ?? 'Redirect' } : { description: 'Success', ...schemaOf(contract.response, 'output') };
      return {
        url,
        schema: {
          ...rest,
          ...(contract.params ? { params: schemaOf(contract.params, 'input') } : {}),
          ...(contract.query ? { querystring: schemaOf(contract.query, 'input') } : {}),
          ...(contract.body ? { body: schemaOf(contract.body, 'input') } : {}),
          ...(contract.consumes ? { consumes: [contract.consumes] } : {}),
          response: { [contract.status ?? 200]: answer, '4XX': error },
        },
      };
    },
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
}
