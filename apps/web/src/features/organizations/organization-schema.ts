import { organizationCreate, organizationEdit } from '@cloudwright/contract/organizations';
import { z } from 'zod';
import { bodyOf, type OrganizationValues } from './organization-values.ts';

/** Judges what the form would send by the contract's own schema; messages come back at the fields that have them. */
export const organizationForm = (isNew: boolean) =>
  z.looseObject({}).superRefine((given, context) => {
    const values = given as unknown as OrganizationValues;
    const shape = isNew ? organizationCreate : organizationEdit;
    const result = shape.safeParse({ ...bodyOf(values), permission: values.permission, ...(isNew ? { key: values.key } : {}) });
    for (const { message, path } of result.error?.issues ?? []) context.addIssue({ code: 'custom', message, path });
    if (!isNew || !values.withUser) return;
    if (!values.userName.trim()) context.addIssue({ code: 'custom', message: 'Required', path: ['userName'] });
    if (!z.email().safeParse(values.userEmail.trim()).success) context.addIssue({ code: 'custom', message: 'Invalid email address', path: ['userEmail'] });
  });
