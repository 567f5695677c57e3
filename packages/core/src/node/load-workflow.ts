import { basename, resolve } from 'node:path';
import { type CompileWorkflowOptions, compileKept } from '../documents/compile-workflow.ts';
import { KeptDocuments } from '../documents/reading/kept-documents.ts';
import type { WorkflowResult } from '../documents/workflow.ts';
import { readFolder } from './read-folder.ts';

/** How a folder is loaded. */
export type LoadWorkflowOptions = Pick<CompileWorkflowOptions, 'withoutTools'>;

/** Loads one folder as often as it is asked to. */
export interface WorkflowLoader {
  /**
   * The folder as it is now. Every file is read; only documents that changed since the last time are parsed again, and everything is checked again, so that
   * what is loaded, told and its digest are those of `loadWorkflow`. Never rejects.
   */
  load(): Promise<WorkflowResult>;
}

/** A loader for a folder that changes while it is worked on. It keeps what the documents said last, and no workflow: a failed load leaves none. */
export function workflowLoader(folder: string, options: LoadWorkflowOptions = {}): WorkflowLoader {
  const kept = new KeptDocuments();
  return {
    async load() {
      const root = resolve(folder);
      const { files, problems } = await readFolder(root);
      return compileKept(files, { ...options, folderName: basename(root), folder: root, problems }, kept);
    },
  };
}

/**
 * Loads the workflow in a folder: every document, and no other file. Never rejects: a folder or a file that cannot be read is a problem in the list, like
 * everything that is wrong with the documents.
 */
export function loadWorkflow(folder: string, options: LoadWorkflowOptions = {}): Promise<WorkflowResult> {
  return workflowLoader(folder, options).load();
}
