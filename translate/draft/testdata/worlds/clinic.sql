-- A clinic: camel case, quoted names, and no foreign keys declared.
CREATE TABLE "Patient"("patientId" int primary key,"fullName" text not null,"dateOfBirth" date,sex text,"insuranceProvider" text,"homeCity" text);
CREATE TABLE "Doctor"("doctorId" int primary key,"fullName" text not null,specialty text,"yearsOfExperience" int);
CREATE TABLE "Appointment"("appointmentId" int primary key,"patientId" int not null,"doctorId" int not null,"scheduledAt" timestamp not null,status text not null,"feeCharged" numeric(8,2));
CREATE TABLE "Prescription"("prescriptionId" int primary key,"appointmentId" int not null,"medicationName" text,"dosageMg" int,"prescribedOn" date);
INSERT INTO "Patient" SELECT i, (array['Maria Lopez','John Smith','Ann Lee','Omar Khan','Eva Braun'])[1+i%5]||' '||i, date '1940-01-01'+i*150, (array['M','F'])[1+i%2], (array['Aetna','Cigna','Humana',null])[1+i%4], (array['Boston','Denver','Austin'])[1+i%3] from generate_series(1,120) i;
INSERT INTO "Doctor" SELECT i, 'Dr '||(array['House','Grey','Who','Strange','Watson'])[1+i%5]||' '||i, (array['Cardiology','Dermatology','Neurology','Pediatrics'])[1+i%4], 3+i from generate_series(1,15) i;
INSERT INTO "Appointment" SELECT i, 1+(i*7)%110, 1+(i*3)%14, timestamp '2024-01-05 09:00'+ (i||' days')::interval, (array['completed','cancelled','no_show','scheduled'])[1+i%4], 50+i%200 from generate_series(1,600) i;
INSERT INTO "Prescription" SELECT i, 1+(i*2)%600, (array['Aspirin','Ibuprofen','Metformin'])[1+i%3], 100*(1+i%5), date '2024-01-06'+i from generate_series(1,250) i;
