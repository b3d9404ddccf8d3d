import { mailVariables, type MailTemplate } from '@cloudwright/contract';
import type { NotificationType } from '@cloudwright/contract/enums';

export type MailVariable = (typeof mailVariables)[number];
export type MailSource = Pick<MailTemplate, 'subject' | 'html' | 'text' | 'format'>;

/** Which variables a mail of each type is given. */
export const variablesOf: Record<NotificationType, MailVariable[]> = {
  0: ['userName', 'orgName', 'link'],
  1: ['userName', 'orgName', 'deploymentName', 'link'],
  2: ['userName', 'orgName', 'deploymentName', 'errorMessage', 'link'],
  3: ['userName', 'orgName', 'fileName', 'link'],
};

/** What the preview fills in. */
export const sampleVariables: Record<MailVariable, string> = {
  userName: 'Robin Example',
  orgName: 'Alpine Research',
  link: 'https://portal.example/portal',
  deploymentName: 'research-cluster',
  errorMessage: 'The size Standard_D8s_v5 is not available in East US.',
  fileName: 'results.parquet',
};

/** One section with a heading, a text and a button: the look of every default. */
const page = (heading: string, paragraph: string, button: string) => `<mjml>
  <mj-head>
    <mj-attributes><mj-all font-family="Helvetica, Arial, sans-serif" /><mj-text font-size="15px" line-height="22px" color="#1f2937" /></mj-attributes>
  </mj-head>
  <mj-body background-color="#f3f5f9">
    <mj-section padding="24px 0 8px"><mj-column><mj-text font-size="13px" color="#5b6472">{{orgName}}</mj-text></mj-column></mj-section>
    <mj-section background-color="#ffffff" border-radius="8px" padding="16px 8px">
      <mj-column>
        <mj-text font-size="20px" font-weight="600">${heading}</mj-text>
        <mj-text>${paragraph}</mj-text>
        <mj-button href="{{link}}" background-color="#1A73E7" border-radius="6px" font-size="15px">${button}</mj-button>
        <mj-text font-size="12px" color="#5b6472">Or open this address: {{link}}</mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>`;

const source = (subject: string, heading: string, paragraph: string, button: string): MailSource => ({
  subject,
  html: page(heading, paragraph, button),
  text: `${heading}\n\n${paragraph}\n\n{{link}}\n`,
  format: 'mjml',
});

/** The mails that every organization starts with, by notification type. */
export const defaultTemplates: Record<NotificationType, MailSource> = {
  0: source('{{orgName}} invites you to Cloudwright', 'Hello {{userName}},', '{{orgName}} has invited you to its cloud portal. The link works once, within seven days.', 'Accept the invitation'),
  1: source('{{deploymentName}} is ready', '{{deploymentName}} is ready', 'Hello {{userName}}, your deployment succeeded.', 'Open the deployment'),
  2: source('{{deploymentName}} failed', '{{deploymentName}} failed', 'Hello {{userName}}, your deployment failed: {{errorMessage}}', 'See what happened'),
  3: source('{{fileName}} was uploaded', '{{fileName}} was uploaded', 'Hello {{userName}}, your upload is complete.', 'Open the file'),
};
