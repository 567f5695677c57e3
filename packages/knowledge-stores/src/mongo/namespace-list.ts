import { namespaceOfPath, pathSegment, type StoreNamespace } from '@intarsia/core';
import type { Database } from './connection.ts';
import { type DocumentReader, ringSize } from './documents.ts';

/** A namespace that holds a file, or may hold one by entries that are not applied yet. */
export interface NamespaceFound {
  readonly key: string;
  readonly namespace: StoreNamespace;
  readonly certain: boolean;
}

const kinds = ['/conversations', '/apps'] as const;

/** The namespaces of a tenant, or of all of them, that may hold a file. Costs what it returns. */
export async function findNamespaces(database: Database, reader: DocumentReader, tenant?: string): Promise<readonly NamespaceFound[]> {
  const folders = kinds.map((kind) => (tenant === undefined ? kind : `${kind}/${pathSegment(tenant)}`));
  const documents = await database.ask(({ collections }) =>
    collections.namespaces
      .aggregate(
        [
          { $match: { occupied: true, $or: folders.map((folder) => ({ _id: { $gt: `${folder}/`, $lt: `${folder}0` } })) } },
          {
            $lookup: {
              from: collections.entries.collectionName,
              let: { next: { namespace: '$_id', slot: { $mod: [{ $add: ['$applied', 1] }, ringSize] } }, applied: '$applied' },
              pipeline: [
                { $match: { $expr: { $and: [{ $eq: ['$_id', '$$next'] }, { $gt: ['$number', '$$applied'] }] } } },
                { $project: { _id: 1 } },
              ],
              as: 'pending',
            },
          },
          { $project: { certain: { $and: [{ $eq: ['$pending', []] }, { $lte: ['$claimed', '$applied'] }] } } },
        ],
        { batchSize: 10_000 },
      )
      .toArray(),
  );
  return documents.map((document) => {
    const key = reader.text(document, '_id');
    return { key, namespace: namespaceOfPath(key), certain: document['certain'] === true };
  });
}
